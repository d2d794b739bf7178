package io.tidemark.streams;

import org.jspecify.annotations.Nullable;

/**
 * Slices of one source that were applied since all of its state was last published. They are
 * identified by offsets in {@code tidemark.lines}, where they can be read again.
 *
 * @param first offset of the first slice
 * @param last offset of the last slice
 * @param emittedUpTo events of slices up to this offset were emitted; {@code null} for none
 */
record Unsettled(long first, long last, @Nullable Long emittedUpTo) {

  /** These slices and {@code next}. */
  static Unsettled and(@Nullable Unsettled before, Received next) {
    long record = next.record();
    Long emitted = next.due() ? null : Long.valueOf(record);
    return before == null
        ? new Unsettled(record, record, emitted)
        : new Unsettled(before.first, record, emitted == null ? before.emittedUpTo : emitted);
  }

  /** The same slices, with all events emitted. */
  Unsettled emitted() {
    return new Unsettled(first, last, last);
  }

  boolean isOne() {
    return first == last;
  }
}
