package io.tidemark.analysis.state;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.SerializationConfig;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.deser.ValueDeserializerModifier;
import tools.jackson.databind.deser.bean.BeanDeserializerBase;
import tools.jackson.databind.ser.BeanPropertyWriter;
import tools.jackson.databind.ser.ValueSerializerModifier;
import tools.jackson.dataformat.smile.SmileFactory;
import tools.jackson.dataformat.smile.SmileMapper;
import tools.jackson.dataformat.smile.SmileWriteFeature;

/**
 * Stored state as objects by name, in the binary JSON format Smile. An unknown name is skipped. A
 * missing value makes its object unreadable, as a value of another type does, unless it is marked
 * {@link JsonProperty#isRequired}{@code = FALSE}: only then is its absence surely "unknown".
 */
public final class StateFormat {

  private static final SmileMapper MAPPER =
      SmileMapper.builder(
              SmileFactory.builder().disable(SmileWriteFeature.ENCODE_BINARY_AS_7BIT).build())
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
          .annotationIntrospector(new StoredNames())
          .changeDefaultNullHandling(nulls -> JsonSetter.Value.forContentNulls(Nulls.FAIL))
          .withConfigOverride(Map.class, map -> map.setMergeable(true))
          .withConfigOverride(List.class, list -> list.setMergeable(true))
          .withConfigOverride(Set.class, set -> set.setMergeable(true))
          .addModule(
              BinaryValues.module()
                  .setDeserializerModifier(new Whole())
                  .setSerializerModifier(new Fields()))
          .build();

  private StateFormat() {}

  /** Returns the stored form of a record or a {@link Stored} object. */
  public static byte[] write(Object state) {
    return MAPPER.writeValueAsBytes(state);
  }

  /**
   * Reads what {@link #write} returned, by this or another version of the class.
   *
   * @throws RuntimeException if a value is missing, of another type, or damaged
   */
  public static <T> T read(byte[] stored, Class<T> type) {
    T read = MAPPER.readValue(stored, type);
    if (read == null) {
      throw new IllegalStateException("state: null is no " + type.getSimpleName());
    }
    return read;
  }

  private static final class Whole extends ValueDeserializerModifier {

    private static final long serialVersionUID = 1;

    @Override
    public ValueDeserializer<?> modifyDeserializer(
        DeserializationConfig config,
        BeanDescription.Supplier described,
        ValueDeserializer<?> deserializer) {
      Class<?> type = described.getBeanClass();
      boolean isStored = type.isRecord() || type.isAnnotationPresent(Stored.class);
      return isStored && deserializer instanceof BeanDeserializerBase fields
          ? new StoredReader(fields)
          : deserializer;
    }
  }

  private static final class Fields extends ValueSerializerModifier {

    private static final long serialVersionUID = 1;

    @Override
    public List<BeanPropertyWriter> changeProperties(
        SerializationConfig config,
        BeanDescription.Supplier described,
        List<BeanPropertyWriter> properties) {
      return properties.stream().map(FieldWriter::of).toList();
    }
  }
}
