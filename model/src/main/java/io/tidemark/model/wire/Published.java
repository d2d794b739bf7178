package io.tidemark.model.wire;

import org.jspecify.annotations.Nullable;

/**
 * A record before serialisation. Its key and value are immutable, so it may be passed to another
 * thread.
 *
 * @param value {@code null} deletes the key
 * @param timeMillis event time of its content
 */
public record Published<K, V>(
    Topic<K, V> topic, K key, @Nullable V value, Removal removal, long timeMillis) {

  /** Meaning of a record without a value. */
  public enum Removal {
    /** The key ended; its counts remain. */
    OVER,
    /** The key was published too early and counts as never written; see {@link RolledBack}. */
    ROLLED_BACK
  }

  /** Creates a record of the key's state; without a value it ends the key. */
  public Published(Topic<K, V> topic, K key, @Nullable V value, long timeMillis) {
    this(topic, key, value, Removal.OVER, timeMillis);
  }

  /** A copy that rolls its key back. */
  public Published<K, V> rolledBack() {
    return new Published<>(topic, key, value, Removal.ROLLED_BACK, timeMillis);
  }
}
