package io.tidemark.model.memory;

import io.tidemark.model.ByteSize;
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

  /**
   * For example {@code +247.7 MiB each submission, 20 of 20; full after 4 more}.
   *
   * @param unit that is counted, see {@link SubmissionUse#unit()}
   */
  public String words(String unit, MemoryView now) {
    Long left = submissionsLeft(now);
    return "+%s each %s, %,d of %,d%s"
        .formatted(
            ByteSize.text(bytesPerSubmission),
            unit,
            rises,
            of,
            left == null
                ? ""
                : left == 0 ? "; full with the next one" : "; full after %,d more".formatted(left));
  }

  /** Number of submissions that still fit; {@code null} if no capacity is known. */
  public @Nullable Long submissionsLeft(MemoryView now) {
    return now.capacityBytes() > 0 && bytesPerSubmission > 0
        ? Long.valueOf(Math.max(0, now.freeBytes()) / bytesPerSubmission)
        : null;
  }
}
