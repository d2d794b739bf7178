package io.tidemark.analysis.state;

import java.io.Serial;
import java.lang.reflect.Field;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.introspect.AnnotatedField;
import tools.jackson.databind.ser.BeanPropertyWriter;
import tools.jackson.databind.ser.impl.PropertySerializerMap;

/**
 * Writes a field of a stored object. It does what its superclass does, but reads the field by
 * reflection: the superclass's method handles take as long as all the rest of a commit.
 */
final class FieldWriter extends BeanPropertyWriter {

  @Serial private static final long serialVersionUID = 1;

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
