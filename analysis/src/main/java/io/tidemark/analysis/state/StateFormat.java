package io.tidemark.analysis.state;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.dataformat.smile.SmileMapper;

/**
 * Stored state as objects by name, in the binary JSON format Smile. An absent value is {@code null}
 * or an empty collection, an unknown name is skipped. An absent number or flag has no default that
 * is surely right, so it makes its object unreadable, as a value of another type does.
 */
public final class StateFormat {

  /** Declared types of collections; an absent one is empty. */
  private static final List<Class<?>> COLLECTIONS =
      List.of(
          List.class,
          Set.class,
          SortedSet.class,
          Deque.class,
          Map.class,
          SortedMap.class,
          int[].class,
          long[].class);

  private static final SmileMapper MAPPER = mapper();

  private StateFormat() {}

  private static SmileMapper mapper() {
    SmileMapper.Builder mapper =
      SmileMapper.builder()
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(EnumFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
          .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
          .enable(MapperFeature.ALLOW_FINAL_FIELDS_AS_MUTATORS)
          .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
          .disable(MapperFeature.DETECT_PARAMETER_NAMES)
          .withCoercionConfigDefaults(
              coercion -> {
                for (CoercionInputShape shape : CoercionInputShape.values()) {
                  coercion.setCoercion(shape, CoercionAction.Fail);
                }
              })
          .changeDefaultPropertyInclusion(
              old -> old.withValueInclusion(JsonInclude.Include.NON_EMPTY))
          .addModule(new SimpleModule().setDeserializerModifier(new RequiredNumbers()));
    for (Class<?> collection : COLLECTIONS) {
      mapper.withConfigOverride(
          collection,
          absent -> absent.setNullHandling(JsonSetter.Value.forValueNulls(Nulls.AS_EMPTY)));
    }
    return mapper.build();
  }

  /** Returns the stored form of a record or a {@link Stored} object. */
  public static byte[] write(Object state) {
    return MAPPER.writeValueAsBytes(state);
  }

  /**
   * Reads what {@link #write} returned, by this or another version of the class.
   *
   * @throws JacksonException if a value is missing, of another type, or damaged
   */
  public static <T> T read(byte[] stored, Class<T> type) {
    return MAPPER.readValue(stored, type);
  }
}
