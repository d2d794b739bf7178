package io.tidemark.model;

import org.jspecify.annotations.Nullable;

/**
 * A log file at the moment when its newest slice was read.
 *
 * @param sizeBytes how many bytes it held
 * @param changedMillis when it was changed last, by the clock of its file system (epoch
 *     milliseconds); {@code null} where that is not known
 */
public record FileStatus(long sizeBytes, @Nullable Long changedMillis) {

  /** As a file system reports it: a date outside of the years that logs have is unknown. */
  public static FileStatus reported(long sizeBytes, long changedMillis) {
    boolean sensible = changedMillis > 0 && changedMillis <= Slice.MAX_MILLIS;
    return new FileStatus(sizeBytes, sensible ? changedMillis : null);
  }
}
