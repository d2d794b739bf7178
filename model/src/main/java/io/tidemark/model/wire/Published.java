package io.tidemark.model.wire;

import org.jspecify.annotations.Nullable;

/**
 * A record of a topic before it is serialised. Its key and value are immutable, so that it may be
 * handed to another thread.
 *
 * @param value {@code null} removes the key
 * @param timeMillis time of what it tells of, by the log
 */
public record Published<K, V>(
    Topic<K, V> topic, K key, @Nullable V value, Removal removal, long timeMillis) {

  /** What a record without a value means. */
  public enum Removal {
    /** The key is over; what it counted stays counted. */
    OVER,
    /** It was published too early, and counts as never written; see {@link RolledBack}. */
    ROLLED_BACK
  }

  /** A record of the key's state; one without a value says that the key is over. */
  public Published(Topic<K, V> topic, K key, @Nullable V value, long timeMillis) {
    this(topic, key, value, Removal.OVER, timeMillis);
  }

  /** The same record as one that takes its key back. */
  public Published<K, V> rolledBack() {
    return new Published<>(topic, key, value, Removal.ROLLED_BACK, timeMillis);
  }
}
