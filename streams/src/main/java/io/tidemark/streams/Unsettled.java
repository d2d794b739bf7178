package io.tidemark.streams;

import org.jspecify.annotations.Nullable;

/**
 * Slices of one source that were applied since all of its state was last published, by their
 * offsets in {@code tidemark.lines}, where they can be read again.
 *
 * @param first the first of them
 * @param last the last of them
 * @param emittedUpTo events of slices up to here were emitted; {@code null} for none
 */
record Unsettled(long first, long last, @Nullable Long emittedUpTo) {

  /** These slices and one more. */
  static Unsettled and(@Nullable Unsettled before, Received next) {
    long record = next.record();
    Long emitted = next.due() ? null : Long.valueOf(record);
    return before == null
        ? new Unsettled(record, record, emitted)
        : new Unsettled(before.first, record, emitted == null ? before.emittedUpTo : emitted);
  }

  /** Their events were emitted by now. */
  Unsettled emitted() {
    return new Unsettled(first, last, last);
  }

  boolean isOne() {
    return first == last;
  }
}
