package io.tidemark.analysis.state;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.deser.ValueDeserializerModifier;
import tools.jackson.databind.deser.std.DelegatingDeserializer;
import tools.jackson.databind.introspect.BeanPropertyDefinition;

/** Refuses a record or a {@link Stored} object that lacks one of its numbers or flags. */
final class RequiredNumbers extends ValueDeserializerModifier {

  private static final long serialVersionUID = 1;

  @Override
  public ValueDeserializer<?> modifyDeserializer(
      DeserializationConfig config,
      BeanDescription.Supplier described,
      ValueDeserializer<?> deserializer) {
    Class<?> type = described.getBeanClass();
    if (!type.isRecord() && !type.isAnnotationPresent(Stored.class)) {
      return deserializer;
    }
    List<String> required = new ArrayList<>();
    for (BeanPropertyDefinition property : described.get().findProperties()) {
      if (property.getRawPrimaryType().isPrimitive()) {
        required.add(property.getName());
      }
    }
    return new Checked(deserializer, List.copyOf(required));
  }

  private static final class Checked extends DelegatingDeserializer {

    private final List<String> required;

    Checked(ValueDeserializer<?> checked, List<String> required) {
      super(checked);
      this.required = required;
    }

    @Override
    protected ValueDeserializer<?> newDelegatingInstance(ValueDeserializer<?> checked) {
      return new Checked(checked, required);
    }

    @Override
    public Object deserialize(JsonParser in, DeserializationContext context) {
      JsonNode stored = context.readTree(in);
      for (String name : required) {
        if (!stored.has(name)) {
          return context.reportInputMismatch(this, "no value of %s", name);
        }
      }
      try (JsonParser again = stored.traverse(context)) {
        again.nextToken();
        return super.deserialize(again, context);
      }
    }
  }
}
