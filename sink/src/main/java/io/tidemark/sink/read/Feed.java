package io.tidemark.sink.read;

import io.tidemark.model.wire.RolledBack;
import io.tidemark.model.wire.Topic;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/** One topic's way into the keeper: bytes → key and value → what changes. */
final class Feed<K, V> {

  /** What to do with a key and its value, and when that arrived. */
  @FunctionalInterface
  interface Taker<K, V> {
    void take(K key, @Nullable V value, long arrivedMillis);
  }

  private final Topic<K, V> topic;
  private final Taker<K, V> taker;
  private final Consumer<K> rolledBack;
  private final Whole whole = new Whole();

  /** Of values that leave nothing behind when their key is removed, for whatever reason. */
  Feed(Topic<K, V> topic, Taker<K, V> taker) {
    this(topic, taker, key -> taker.take(key, null, 0));
  }

  /**
   * @param rolledBack given a key whose value was published too early
   */
  Feed(Topic<K, V> topic, Taker<K, V> taker, Consumer<K> rolledBack) {
    this.topic = topic;
    this.taker = taker;
    this.rolledBack = rolledBack;
  }

  Topic<K, V> topic() {
    return topic;
  }

  /**
   * Reads a record without changing anything yet; the answer makes the change, given the time of
   * arrival.
   *
   * @throws RuntimeException when it is no record of this topic; which one depends on the serde
   */
  Consumer<Long> read(ConsumerRecord<byte[], byte[]> record) {
    if (record.key() == null) {
      throw new IllegalArgumentException(topic.name() + ": a record without a key");
    }
    K key = topic.key().deserializer().deserialize(topic.name(), record.headers(), record.key());
    V value =
        topic.value().deserializer().deserialize(topic.name(), record.headers(), record.value());
    if (value != null) {
      whole.check(value);
    } else if (RolledBack.isMarked(record.headers())) {
      return arrivedMillis -> rolledBack.accept(key);
    }
    return arrivedMillis -> taker.take(key, value, arrivedMillis);
  }
}
