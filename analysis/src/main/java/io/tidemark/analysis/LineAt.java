package io.tidemark.analysis;

import io.tidemark.analysis.line.Parsed;
import io.tidemark.model.LogPosition;
import io.tidemark.model.Reject;
import io.tidemark.model.Slice;
import java.nio.charset.StandardCharsets;

/**
 * A line of a slice.
 *
 * @param number of the line within its generation, from 1
 */
record LineAt(Slice slice, LogPosition at, long number, int start, int end) {

  private static final int MAX_REJECT_BYTES = 1024;

  /** When a line that begins here was written, if all of the slice came at one pace. */
  static long millis(Slice slice, int start) {
    long span = slice.toMillis() - slice.fromMillis();
    return slice.fromMillis() + (long) ((double) span * start / Math.max(1, slice.length()));
  }

  Reject reject(Parsed.Rejected rejected) {
    int length = Math.min(end - start, MAX_REJECT_BYTES);
    return new Reject(
        slice.generation(),
        at.offset(),
        number,
        rejected.column(),
        rejected.format(),
        rejected.reason(),
        new String(slice.bytes(), start, length, StandardCharsets.UTF_8));
  }
}
