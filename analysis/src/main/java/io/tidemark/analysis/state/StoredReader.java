package io.tidemark.analysis.state;

import java.util.Iterator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.PropertyName;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.deser.SettableBeanProperty;
import tools.jackson.databind.deser.bean.BeanDeserializerBase;
import tools.jackson.databind.deser.std.DelegatingDeserializer;

/** Reads an object of a {@link Stored} class, and refuses it if a field is missing. */
final class StoredReader extends DelegatingDeserializer {

  private final BeanDeserializerBase fields;

  StoredReader(BeanDeserializerBase fields) {
    super(fields);
    this.fields = fields;
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
    Object read = fields.getValueInstantiator().createUsingDefault(context);
    boolean[] there = new boolean[fields.getPropertyCount()];
    for (; in.currentToken() == JsonToken.PROPERTY_NAME; in.nextToken()) {
      SettableBeanProperty field = fields.findProperty(new PropertyName(in.currentName()));
      in.nextToken();
      if (field == null) {
        in.skipChildren();
      } else {
        field.deserializeAndSet(in, context, read);
        there[field.getPropertyIndex()] = true;
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
    return read;
  }
}
