package io.tidemark.analysis.state;

import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Storage of a source's state. Parts are small, so that a slice rewrites only what it changed. Keys
 * sort by source first: {@code <source>\0<rest>}.
 */
public interface StateParts {

  /** The stores; each application maps them to its own storage. */
  enum Store {
    /** One small part per source, rewritten with every slice, and one per ended run. */
    HOT,
    /** One part per run × device × memory × op. */
    OPS,
    /** Pages of timeline buckets, one set per run × device × memory. */
    TIMELINES,
    /** Plans in pages of a few hundred intervals. */
    PLANS
  }

  /** Whether what is stored can be resumed from; else only what is published counts. */
  default boolean keeps() {
    return true;
  }

  byte @Nullable [] get(Store store, String key);

  /**
   * Calls {@code each} with every key that starts with {@code prefix} and its value, in key order.
   */
  void scan(Store store, String prefix, BiConsumer<String, byte[]> each);

  /** Stores a part; {@code null} deletes it. */
  void put(Store store, String key, byte @Nullable [] value);

  /** Stores a record as a part. */
  default void write(Store store, String key, Record state) {
    put(store, key, StateFormat.write(state));
  }

  /**
   * Returns the record that is stored as a part; {@code null} if there is none.
   *
   * @throws RuntimeException if a value is missing, of another type, or damaged
   */
  default <T extends Record> @Nullable T read(Store store, String key, Class<T> type) {
    byte[] part = get(store, key);
    return part == null ? null : StateFormat.read(part, type);
  }
}
