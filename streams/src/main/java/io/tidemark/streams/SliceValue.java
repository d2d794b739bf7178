package io.tidemark.streams;

import io.tidemark.model.Slice;
import io.tidemark.model.wire.Topics;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;

/**
 * Reads a slice. One whose times no output record could carry, whose end no offset can tell or
 * whose text could burst an output record makes its record a dead letter.
 */
final class SliceValue implements Deserializer<Slice> {

  /** More than any tailer ships, little enough that all a slice tells fits into records. */
  static final int MAX_BYTES = 2 * (Slice.TARGET_BYTES + Slice.MAX_LINE_BYTES);

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
    if (slice == null
        || slice.fromMillis() < 0
        || slice.end() < slice.offset()
        || slice.bytes().length > MAX_BYTES) {
      throw new SerializationException(topic + ": not a slice: " + describe(slice));
    }
    return slice;
  }

  private static String describe(@Nullable Slice slice) {
    return slice == null
        ? "nothing"
        : "from %d ms, offset %d, length %d, bytes %d"
            .formatted(slice.fromMillis(), slice.offset(), slice.length(), slice.bytes().length);
  }
}
