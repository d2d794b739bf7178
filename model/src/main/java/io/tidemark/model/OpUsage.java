package io.tidemark.model;

import java.util.Objects;

/**
 * What ops of one kind did to one memory. A snapshot is taken before its op, so an op's own effect
 * is the next snapshot minus its own.
 *
 * @param count how many were seen
 * @param usedBytes use at the newest snapshot of this kind
 * @param peakBytes highest use while one ran: the higher of the snapshots before and after it
 */
public record OpUsage(String op, long count, long usedBytes, long peakBytes, OpChange change) {

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
