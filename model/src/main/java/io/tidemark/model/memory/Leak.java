package io.tidemark.model.memory;

import io.tidemark.model.event.MemoryView;
import org.jspecify.annotations.Nullable;

/**
 * Growth of a memory's use at one point of the program, from submission to submission, that neither
 * stopped nor was given back.
 *
 * @param bytesPerSubmission median of the newest rises
 * @param rises number of submissions at which use was higher than at the one before
 * @param of number of submissions of the stretch
 * @param fromBytes use at its begin
 * @param toBytes use at its last rise
 */
public record Leak(long bytesPerSubmission, int rises, int of, long fromBytes, long toBytes) {

  /** Number of submissions that still fit; {@code null} if no capacity is known. */
  public @Nullable Long submissionsLeft(MemoryView now) {
    return now.capacityBytes() > 0 && bytesPerSubmission > 0
        ? Long.valueOf(Math.max(0, now.freeBytes()) / bytesPerSubmission)
        : null;
  }
}
