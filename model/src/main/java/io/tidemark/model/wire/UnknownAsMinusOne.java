package io.tidemark.model.wire;

import com.fasterxml.jackson.annotation.JacksonAnnotationsInside;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.annotation.JsonDeserialize;
import tools.jackson.databind.annotation.JsonSerialize;

/** Serializes an unknown figure as −1, as in the first layout of the records. */
@JacksonAnnotationsInside
@JsonInclude(JsonInclude.Include.ALWAYS)
@JsonSerialize(nullsUsing = UnknownAsMinusOne.Writer.class)
@JsonDeserialize(using = UnknownAsMinusOne.Reader.class)
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@interface UnknownAsMinusOne {

  /** Writes {@code null}. */
  final class Writer extends ValueSerializer<Object> {
    @Override
    public void serialize(Object none, JsonGenerator out, SerializationContext context) {
      out.writeNumber(-1);
    }
  }

  /** Reads any negative figure as unknown. */
  final class Reader extends ValueDeserializer<Long> {
    @Override
    public @Nullable Long deserialize(JsonParser in, DeserializationContext context) {
      long figure = in.getLongValue();
      return figure < 0 ? null : figure;
    }
  }
}
