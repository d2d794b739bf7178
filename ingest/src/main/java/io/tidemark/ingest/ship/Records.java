package io.tidemark.ingest.ship;

import io.tidemark.model.wire.Topic;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/** Creates records as their topics declare them. */
final class Records {

  private Records() {}

  /** Creates a record; a {@code null} value is a tombstone. */
  static <V> ProducerRecord<byte[], byte[]> of(
      Topic<String, V> topic, String key, @Nullable V value) {
    Headers headers = new RecordHeaders();
    byte[] bytes =
        value == null ? null : topic.value().serializer().serialize(topic.name(), headers, value);
    byte[] keyBytes = topic.key().serializer().serialize(topic.name(), headers, key);
    return new ProducerRecord<>(topic.name(), null, null, keyBytes, bytes, headers);
  }
}
