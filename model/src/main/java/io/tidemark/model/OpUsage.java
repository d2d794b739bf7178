package io.tidemark.model;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What ops of one kind did to one memory. A snapshot is taken before its op, so an op's own effect
 * is the next snapshot minus its own.
 *
 * @param count how many were seen
 * @param usedBytes use at the newest snapshot of this kind
 * @param peakBytes highest use while one ran: the higher of the snapshots before and after it
 * @param heldAtPeakBytes what its results held when the memory's highest snapshot was taken: its
 *     rises less its falls, where bytes freed by another op go off the op that produced them, if
 *     the log names it; below 0 for what it freed of nobody known; {@code null} in records of
 *     before
 */
public record OpUsage(
    String op,
    long count,
    long usedBytes,
    long peakBytes,
    OpChange change,
    @Nullable Long heldAtPeakBytes) {

  /** Of which nobody asks what it held at the peak. */
  public OpUsage(String op, long count, long usedBytes, long peakBytes, OpChange change) {
    this(op, count, usedBytes, peakBytes, change, null);
  }

  public OpUsage {
    Objects.requireNonNull(op, "op");
    Objects.requireNonNull(change, "change");
  }

  /** What its rises and falls add up to; below 0 where it freed more than it took. */
  public long netBytes() {
    return change.growthBytes() - change.freedBytes();
  }

  public long growthBytes() {
    return change.growthBytes();
  }
}
