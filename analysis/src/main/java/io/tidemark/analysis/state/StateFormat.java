package io.tidemark.analysis.state;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.annotation.OptBoolean;
import io.tidemark.model.wire.StatedNulls;
import java.lang.reflect.Field;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.SerializationConfig;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.deser.ValueDeserializerModifier;
import tools.jackson.databind.deser.bean.BeanDeserializerBase;
import tools.jackson.databind.introspect.AnnotatedClass;
import tools.jackson.databind.introspect.AnnotatedField;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.introspect.VisibilityChecker;
import tools.jackson.databind.ser.BeanPropertyWriter;
import tools.jackson.databind.ser.ValueSerializerModifier;
import tools.jackson.databind.ser.impl.PropertySerializerMap;
import tools.jackson.databind.util.NameTransformer;
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

  /** Whether bytes are one undamaged object of any version. */
  public static boolean isWhole(byte[] stored) {
    try {
      return MAPPER.readTree(stored).isObject();
    } catch (RuntimeException e) {
      return false;
    }
  }

  private static final class Whole extends ValueDeserializerModifier {

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

    @Override
    public List<BeanPropertyWriter> changeProperties(
        SerializationConfig config,
        BeanDescription.Supplier described,
        List<BeanPropertyWriter> properties) {
      return properties.stream().map(FieldWriter::of).toList();
    }
  }

  /**
   * Decides what is stored: the components of a record and the fields of a {@link Stored} class.
   */
  private static final class StoredNames extends StatedNulls {

    @Override
    public VisibilityChecker findAutoDetectVisibility(
        MapperConfig<?> config, AnnotatedClass type, VisibilityChecker checker) {
      Class<?> raw = type.getRawType();
      boolean stored = raw.isRecord() || raw.isAnnotationPresent(Stored.class);
      return checker
          .withGetterVisibility(Visibility.NONE)
          .withIsGetterVisibility(Visibility.NONE)
          .withSetterVisibility(Visibility.NONE)
          .withCreatorVisibility(Visibility.ANY)
          .withFieldVisibility(stored ? Visibility.ANY : Visibility.NONE);
    }

    /** Records are stored as composed, also those that public JSON shows flat. */
    @Override
    public @Nullable NameTransformer findUnwrappingNameTransformer(
        MapperConfig<?> config, AnnotatedMember member) {
      return null;
    }

    @Override
    public Boolean hasRequiredMarker(MapperConfig<?> config, AnnotatedMember member) {
      JsonProperty property = member.getAnnotation(JsonProperty.class);
      return property == null || property.isRequired() != OptBoolean.FALSE;
    }
  }

  /**
   * Writes a field of a stored object. It does what its superclass does, but reads the field by
   * reflection: the superclass's method handles take as long as all the rest of a commit.
   */
  private static final class FieldWriter extends BeanPropertyWriter {

    private final transient Field field;

    private FieldWriter(BeanPropertyWriter base, Field field) {
      super(base);
      this.field = field;
      field.setAccessible(true);
    }

    /** Returns a faster writer of a field; any other writer stays as it is. */
    static BeanPropertyWriter of(BeanPropertyWriter base) {
      return base.getMember() instanceof AnnotatedField member
          ? new FieldWriter(base, member.getAnnotated())
          : base;
    }

    @Override
    public void serializeAsProperty(Object bean, JsonGenerator out, SerializationContext context)
        throws Exception {
      Class<?> type = field.getType();
      if (type == long.class) {
        out.writeName(_name);
        out.writeNumber(field.getLong(bean));
      } else if (type == int.class) {
        out.writeName(_name);
        out.writeNumber(field.getInt(bean));
      } else if (type == boolean.class) {
        out.writeName(_name);
        out.writeBoolean(field.getBoolean(bean));
      } else {
        write(field.get(bean), out, context);
      }
    }

    private void write(Object value, JsonGenerator out, SerializationContext context) {
      if (value != null) {
        ValueSerializer<Object> serializer = serializer(value.getClass(), context);
        out.writeName(_name);
        if (_typeSerializer == null) {
          serializer.serialize(value, out, context);
        } else {
          serializer.serializeWithType(value, out, context, _typeSerializer);
        }
      } else if (!_suppressNulls) {
        out.writeName(_name);
        out.writeNull();
      }
    }

    private ValueSerializer<Object> serializer(Class<?> type, SerializationContext context) {
      if (_serializer != null) {
        return _serializer;
      }
      PropertySerializerMap known = _dynamicSerializers;
      ValueSerializer<Object> serializer = known.serializerFor(type);
      return serializer == null ? _findAndAddDynamic(known, type, context) : serializer;
    }
  }
}
