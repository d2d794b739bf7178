package io.tidemark.model.log;

import org.jspecify.annotations.Nullable;

/**
 * State of a log file when its newest slice was read.
 *
 * @param sizeBytes size of the file
 * @param changedMillis time of its last change by the clock of its file system, in epoch
 *     milliseconds; {@code null} if unknown
 */
public record FileStatus(long sizeBytes, @Nullable Long changedMillis) {

  /** Creates a status from a file system; an implausible date is unknown. */
  public static FileStatus reported(long sizeBytes, long changedMillis) {
    boolean sensible = changedMillis > 0 && changedMillis <= Slice.MAX_MILLIS;
    return new FileStatus(sizeBytes, sensible ? changedMillis : null);
  }
}
