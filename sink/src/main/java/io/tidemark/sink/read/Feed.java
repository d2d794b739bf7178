package io.tidemark.sink.read;

import io.tidemark.model.wire.Published;
import io.tidemark.model.wire.Published.Removal;
import io.tidemark.model.wire.RolledBack;
import io.tidemark.model.wire.Topic;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * Applies the records of one topic to the board: decodes key and value, then applies the change.
 */
final class Feed<K, V> {

  /** Applies a key and its value, with its time of arrival. */
  @FunctionalInterface
  interface Change<K, V> {
    void apply(K key, @Nullable V value, long arrivedMillis);
  }

  private final Topic<K, V> topic;
  private final Change<K, V> change;
  private final Consumer<K> rolledBack;

  /** A feed for values whose withdrawal is an ordinary removal. */
  Feed(Topic<K, V> topic, Change<K, V> change) {
    this(topic, change, key -> change.apply(key, null, 0));
  }

  /**
   * @param rolledBack receives a key whose value was published too early
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
    Removal removal = RolledBack.isMarked(record.headers()) ? Removal.ROLLED_BACK : Removal.OVER;
    return arrivedMillis -> apply(key, value, removal, arrivedMillis);
  }

  /** Applies a record of its topic that was passed without serialisation. */
  @SuppressWarnings("unchecked") // the topic of a record determines its types
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
