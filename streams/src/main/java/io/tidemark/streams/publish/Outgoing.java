package io.tidemark.streams.publish;

import io.tidemark.model.wire.Published;
import io.tidemark.model.wire.Topic;
import io.tidemark.model.wire.Topics;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/**
 * A serialised record, small enough for its topic.
 *
 * @param published the original record; {@code null} if only the bytes are known
 */
@SuppressWarnings("ArrayRecordComponent") // the bytes are passed on, never compared
public record Outgoing(
    String topic,
    byte[] key,
    byte @Nullable [] value,
    Headers headers,
    long timeMillis,
    @Nullable Published<?, ?> published) {

  /** Upper bound of the overhead of a record and its batch. */
  private static final int OVERHEAD_BYTES = 512;

  public Outgoing {
    long bytes = bytes(key, value, headers);
    if (bytes > Topics.MAX_RECORD_BYTES) {
      throw new IllegalStateException(
          "record for %s of %,d bytes: a topic takes %,d"
              .formatted(topic, bytes, Topics.MAX_RECORD_BYTES));
    }
  }

  private static long bytes(byte[] key, byte @Nullable [] value, Headers headers) {
    long bytes = OVERHEAD_BYTES + key.length + (value == null ? 0L : value.length);
    for (Header header : headers) {
      byte[] held = header.value();
      int keyBytes = header.key().getBytes(StandardCharsets.UTF_8).length;
      bytes += 10L + keyBytes + (held == null ? 0 : held.length);
    }
    return bytes;
  }

  /** Upper bound of its size in a batch. */
  long bytes() {
    return bytes(key, value, headers);
  }

  @SuppressWarnings("NullAway") // the checker cannot express a nullable array here
  Outgoing serialised() {
    return new Outgoing(topic, key, value, headers, timeMillis, null);
  }

  /** Serialises a record; a {@code null} value lets compaction remove the key. */
  @SuppressWarnings("NullAway") // a serializer returns null only for null
  public static <K, V> Outgoing of(Topic<K, V> topic, K key, @Nullable V value, long timeMillis) {
    Headers headers = new RecordHeaders();
    byte[] keyBytes = topic.key().serializer().serialize(topic.name(), headers, key);
    byte[] valueBytes = topic.value().serializer().serialize(topic.name(), headers, value);
    Published<K, V> published = new Published<>(topic, key, value, timeMillis);
    return new Outgoing(topic.name(), keyBytes, valueBytes, headers, timeMillis, published);
  }
}
