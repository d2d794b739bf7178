package io.tidemark.sink.read;

import io.tidemark.model.wire.Published;
import io.tidemark.model.wire.Published.Removal;
import io.tidemark.model.wire.RolledBack;
import io.tidemark.model.wire.Topic;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/** One topic's way to the board: bytes → key and value → change. */
final class Feed<K, V> {

  /** Applies a key and its value, which arrived at this time. */
  @FunctionalInterface
  interface Change<K, V> {
    void apply(K key, @Nullable V value, long arrivedMillis);
  }

  private final Topic<K, V> topic;
  private final Change<K, V> change;
  private final Consumer<K> rolledBack;

  /** A feed whose values leave nothing behind when their key is removed. */
  Feed(Topic<K, V> topic, Change<K, V> change) {
    this(topic, change, key -> change.apply(key, null, 0));
  }

  /**
   * @param rolledBack given a key whose value was published too early
   */
  Feed(Topic<K, V> topic, Change<K, V> change, Consumer<K> rolledBack) {
    this.topic = topic;
    this.change = change;
    this.rolledBack = rolledBack;
  }

  Topic<K, V> topic() {
    return topic;
  }

  /**
   * Reads a record without changing the board yet; the result makes the change, given the time of
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
    Removal removal = RolledBack.isMarked(record.headers()) ? Removal.ROLLED_BACK : Removal.OVER;
    return arrivedMillis -> apply(key, value, removal, arrivedMillis);
  }

  /** Applies a record of its topic that was not serialised. */
  @SuppressWarnings("unchecked") // the topic of a record says what is in it
  void apply(Published<?, ?> record, long arrivedMillis) {
    Published<K, V> own = (Published<K, V>) record;
    apply(own.key(), own.value(), own.removal(), arrivedMillis);
  }

  private void apply(K key, @Nullable V value, Removal removal, long arrivedMillis) {
    if (value == null && removal == Removal.ROLLED_BACK) {
      rolledBack.accept(key);
    } else {
      change.apply(key, value, arrivedMillis);
    }
  }
}
