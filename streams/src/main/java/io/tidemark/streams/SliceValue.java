package io.tidemark.streams;

import io.tidemark.model.Slice;
import io.tidemark.model.wire.Commands;
import io.tidemark.model.wire.Topics;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;

/** Reads a slice or a command; any other record becomes a dead letter. */
final class SliceValue implements Deserializer<LinesRecord> {

  private final Deserializer<Slice> slices = Topics.LINES.value().deserializer();

  @Override
  public LinesRecord deserialize(String topic, byte @Nullable [] bytes) {
    return new LinesRecord.Text(slices.deserialize(topic, bytes));
  }

  @Override
  public LinesRecord deserialize(String topic, Headers headers, byte @Nullable [] bytes) {
    if (!Commands.isCommand(headers)) {
      return new LinesRecord.Text(slices.deserialize(topic, headers, bytes));
    }
    try {
      return new LinesRecord.Skip(Commands.read(headers));
    } catch (IllegalArgumentException e) {
      throw new SerializationException(topic + ": not a command: " + e.getMessage(), e);
    }
  }
}
