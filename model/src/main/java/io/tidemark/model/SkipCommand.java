package io.tidemark.model;

import org.jspecify.annotations.Nullable;

/**
 * Asks that a parked source goes on behind its failing slice. It names the failure that it was
 * written for, so that a late one skips nothing else.
 *
 * @param record offset of the failing slice in its partition of {@code tidemark.lines}; {@code
 *     null} for an error that came without a slice
 */
public record SkipCommand(@Nullable Long record) {

  /** The answer to this failure. */
  public static SkipCommand of(ParkedSource parked) {
    ParkedSource.FailingSlice slice = parked.slice();
    return new SkipCommand(slice == null ? null : slice.record());
  }
}
