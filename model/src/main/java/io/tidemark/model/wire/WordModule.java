package io.tidemark.model.wire;

import java.util.function.Function;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.module.SimpleModule;

/** Serializes enums as words; a word of a newer release becomes the type's unknown value. */
final class WordModule extends SimpleModule {

  private static final long serialVersionUID = 1;

  <E extends Enum<E>> WordModule add(
      Class<E> type, Function<E, String> write, Function<String, E> read) {
    addSerializer(type, new Writer<>(write));
    addDeserializer(type, new Reader<>(read));
    return this;
  }

  private static final class Writer<E> extends ValueSerializer<E> {
    private final Function<E, String> word;

    private Writer(Function<E, String> word) {
      this.word = word;
    }

    @Override
    public void serialize(E value, JsonGenerator out, SerializationContext context) {
      out.writeString(word.apply(value));
    }
  }

  private static final class Reader<E> extends ValueDeserializer<E> {
    private final Function<String, E> value;

    private Reader(Function<String, E> value) {
      this.value = value;
    }

    @Override
    public E deserialize(JsonParser in, DeserializationContext context) {
      return value.apply(in.getString());
    }
  }
}
