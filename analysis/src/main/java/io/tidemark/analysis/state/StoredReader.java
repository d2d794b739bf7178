package io.tidemark.analysis.state;

import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.PropertyName;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.deser.SettableBeanProperty;
import tools.jackson.databind.deser.bean.BeanDeserializerBase;
import tools.jackson.databind.deser.std.DelegatingDeserializer;

/**
 * Reads a record or an object of a {@link Stored} class, and refuses it if a value is missing. It
 * creates records by reflection, since the method handles of its delegate take several times as
 * long.
 */
final class StoredReader extends DelegatingDeserializer {

  private final BeanDeserializerBase fields;

  /** {@code null} for a class that is no record. */
  private final @Nullable Constructor<?> record;

  StoredReader(BeanDeserializerBase fields) {
    super(fields);
    this.fields = fields;
    this.record = constructor(fields.handledType());
  }

  private static @Nullable Constructor<?> constructor(Class<?> type) {
    if (!type.isRecord()) {
      return null;
    }
    Class<?>[] types =
        Arrays.stream(type.getRecordComponents())
            .map(RecordComponent::getType)
            .toArray(Class<?>[]::new);
    try {
      Constructor<?> canonical = type.getDeclaredConstructor(types);
      canonical.setAccessible(true);
      return canonical;
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  protected ValueDeserializer<?> newDelegatingInstance(ValueDeserializer<?> contextual) {
    return new StoredReader((BeanDeserializerBase) contextual);
  }

  @Override
  public Object deserialize(JsonParser in, DeserializationContext context) {
    if (in.currentToken() == JsonToken.START_OBJECT) {
      in.nextToken();
    }
    @Nullable Object[] components = new Object[record == null ? 0 : record.getParameterCount()];
    Object read =
        record == null ? fields.getValueInstantiator().createUsingDefault(context) : components;
    boolean[] there = new boolean[fields.getPropertyCount()];
    for (; in.currentToken() == JsonToken.PROPERTY_NAME; in.nextToken()) {
      SettableBeanProperty field = fields.findProperty(new PropertyName(in.currentName()));
      in.nextToken();
      if (field == null) {
        in.skipChildren();
        continue;
      }
      there[field.getPropertyIndex()] = true;
      if (record == null) {
        field.deserializeAndSet(in, context, read);
      } else {
        components[field.getCreatorIndex()] = field.deserialize(in, context);
      }
    }
    if (in.currentToken() != JsonToken.END_OBJECT) {
      return context.reportInputMismatch(this, "no object");
    }
    for (Iterator<SettableBeanProperty> all = fields.properties(); all.hasNext(); ) {
      SettableBeanProperty field = all.next();
      if (field.isRequired() && !there[field.getPropertyIndex()]) {
        return context.reportInputMismatch(this, "no value of %s", field.getName());
      }
    }
    return record == null ? read : create(record, components, context);
  }

  private Object create(
      Constructor<?> canonical, @Nullable Object[] components, DeserializationContext context) {
    try {
      return canonical.newInstance(components);
    } catch (ReflectiveOperationException | IllegalArgumentException e) {
      return context.reportInputMismatch(this, "refused: %s", e);
    }
  }
}
