package io.tidemark.sink.read;

import io.tidemark.model.wire.Published;
import io.tidemark.model.wire.Topic;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * Applies the records of one topic to the board: decodes key and value, then applies the change.
 */
record Feed<K, V>(Topic<K, V> topic, Change<K, V> change) {

  /** Applies a key and its value, with its time of arrival. */
  @FunctionalInterface
  interface Change<K, V> {
    void apply(K key, @Nullable V value, long arrivedMillis);
  }

  /**
   * Decodes a record without changing the board; the result applies the change, given the time of
   * arrival.
   *
   * @throws RuntimeException when it is not a record of this topic; the type depends on the serde
   */
  Consumer<Long> read(ConsumerRecord<byte[], byte[]> record) {
    if (record.key() == null) {
      throw new IllegalArgumentException(topic.name() + ": a record without a key");
    }
    K key = topic.key().deserializer().deserialize(topic.name(), record.headers(), record.key());
    V value =
        topic.value().deserializer().deserialize(topic.name(), record.headers(), record.value());
    return arrivedMillis -> change.apply(key, value, arrivedMillis);
  }

  /** Applies a record of its topic that was passed without serialisation. */
  @SuppressWarnings("unchecked") // the topic of a record determines its types
  void apply(Published<?, ?> record, long arrivedMillis) {
    Published<K, V> own = (Published<K, V>) record;
    change.apply(own.key(), own.value(), arrivedMillis);
  }
}
