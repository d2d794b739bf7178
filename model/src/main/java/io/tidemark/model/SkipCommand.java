package io.tidemark.model;

import org.jspecify.annotations.Nullable;

/**
 * Requests that a parked source continues after its failing slice. It identifies the failure, so
 * that a late command skips nothing else.
 *
 * @param record offset of the failing slice in its partition of {@code tidemark.lines}; {@code
 *     null} for an error without a slice
 */
public record SkipCommand(@Nullable Long record) {

  /** Creates the command for this failure. */
  public static SkipCommand of(ParkedSource parked) {
    ParkedSource.FailingSlice slice = parked.slice();
    return new SkipCommand(slice == null ? null : slice.record());
  }
}
