package io.tidemark.model;

import java.util.Objects;

/**
 * What ops of one kind did to one memory. A snapshot is taken before its op, so an op's own effect
 * is the next snapshot minus its own.
 *
 * @param count how many were seen
 * @param usedBytes use at the newest snapshot of this kind
 * @param peakBytes highest use while one ran: the higher of the snapshots before and after it
 * @param growthBytes sum of the rises they caused
 * @param largestGrowthBytes the largest single rise
 * @param freedBytes sum of the falls they caused
 * @param spanGrowthBytes for an op that contains others (a cached sub-program): the sum of rises
 *     over its whole span, the ops inside included; 0 for every other op
 */
public record OpUsage(
    String op,
    long count,
    long usedBytes,
    long peakBytes,
    long growthBytes,
    long largestGrowthBytes,
    long freedBytes,
    long spanGrowthBytes) {

  public OpUsage {
    Objects.requireNonNull(op, "op");
  }
}
