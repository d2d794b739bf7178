package io.tidemark.model.memory;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import org.jspecify.annotations.Nullable;

/**
 * Effect of the ops of one name on one memory. A snapshot is taken before its op, so an op's own
 * effect is the next snapshot minus its own.
 *
 * @param count number of ops seen
 * @param usedBytes use at the newest snapshot of this op
 * @param peakBytes highest use while one ran: the higher of the snapshots before and after it
 * @param heldAtPeakBytes bytes that its results held at the memory's highest snapshot: increases
 *     minus decreases. Bytes freed by another op count for the op that produced them, if the log
 *     names it. Negative for freed bytes of unknown producers. {@code null} in records of earlier
 *     releases.
 */
public record OpUsage(
    String op,
    long count,
    long usedBytes,
    long peakBytes,
    @JsonUnwrapped OpChange change,
    @Nullable Long heldAtPeakBytes) {

  public long growthBytes() {
    return change.growthBytes();
  }
}
