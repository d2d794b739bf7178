package io.tidemark.analysis.state;

import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Where a source's state is kept, in parts so small that a slice rewrites only what it changed.
 * Keys sort by source first: {@code <source>\0<rest>}.
 */
public interface StateParts {

  /** The stores; each shell gives every one of them a place of its own. */
  enum Store {
    /** One small part per source, rewritten with every slice; one per run that has ended. */
    HOT,
    /** One part per run × device × memory × op. */
    OPS,
    /** Timelines in pages of some buckets, one set per run × device × memory. */
    TIMELINES,
    /** Plans in pages of some hundred intervals. */
    PLANS
  }

  byte @Nullable [] get(Store store, String key);

  /** Calls {@code each} with every key and value whose key starts with {@code prefix}, sorted. */
  void scan(Store store, String prefix, BiConsumer<String, byte[]> each);

  /** {@code null} deletes. */
  void put(Store store, String key, byte @Nullable [] value);
}
