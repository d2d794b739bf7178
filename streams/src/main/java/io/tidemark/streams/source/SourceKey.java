package io.tidemark.streams.source;

import io.tidemark.model.wire.Topics;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;

/**
 * Reads the key of a slice: its source. A source that cannot name a run, or that contains the
 * separator of stored keys, makes its record a dead letter here. Otherwise it would stop a thread
 * later.
 */
public final class SourceKey implements Deserializer<String> {

  /** Separator after the source in the key of a stored part. */
  public static final char END = '\0';

  /** The longest path on Linux. */
  public static final int MAX_CHARS = 4096;

  private final Deserializer<String> text = Topics.LINES.key().deserializer();

  @Override
  public String deserialize(String topic, Headers headers, byte @Nullable [] bytes) {
    return deserialize(topic, bytes);
  }

  @Override
  public String deserialize(String topic, byte @Nullable [] bytes) {
    String source = bytes == null ? "" : text.deserialize(topic, bytes);
    if (source.isEmpty() || source.length() > MAX_CHARS || source.indexOf(END) >= 0) {
      throw new SerializationException(
          "%s: key of %d characters: want a source of 1 to %d, none of them NUL"
              .formatted(topic, source.length(), MAX_CHARS));
    }
    return source;
  }
}
