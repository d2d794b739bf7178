package io.tidemark.model.wire;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;

/**
 * Serializes integers without the mapper's check of each value: a timeline has thousands of them.
 */
final class NumberColumn extends ValueSerializer<List<? extends @Nullable Number>> {

  @Override
  public void serialize(
      List<? extends @Nullable Number> column, JsonGenerator out, SerializationContext context) {
    int size = column.size();
    out.writeStartArray(column, size);
    for (int i = 0; i < size; i++) {
      Number number = column.get(i);
      if (number == null) {
        out.writeNull();
      } else {
        out.writeNumber(number.longValue());
      }
    }
    out.writeEndArray();
  }
}
