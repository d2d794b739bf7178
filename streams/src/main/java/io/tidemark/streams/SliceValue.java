package io.tidemark.streams;

import io.tidemark.model.Slice;
import io.tidemark.model.wire.Topics;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;

/**
 * Reads a slice. One whose times no output record could carry, or whose end no offset can tell,
 * makes its record a dead letter.
 */
final class SliceValue implements Deserializer<Slice> {

  private final Deserializer<Slice> slices = Topics.LINES.value().deserializer();

  @Override
  public Slice deserialize(String topic, byte @Nullable [] bytes) {
    return checked(topic, slices.deserialize(topic, bytes));
  }

  @Override
  public Slice deserialize(String topic, Headers headers, byte @Nullable [] bytes) {
    return checked(topic, slices.deserialize(topic, headers, bytes));
  }

  private static Slice checked(String topic, @Nullable Slice slice) {
    if (slice == null || slice.fromMillis() < 0 || slice.end() < slice.offset()) {
      throw new SerializationException(topic + ": not a slice: " + describe(slice));
    }
    return slice;
  }

  private static String describe(@Nullable Slice slice) {
    return slice == null
        ? "nothing"
        : "from %d ms, offset %d, length %d"
            .formatted(slice.fromMillis(), slice.offset(), slice.length());
  }
}
