package io.tidemark.analysis.alert;

import org.jspecify.annotations.Nullable;

/**
 * When to alert. Shares are of a memory's capacity unless said; Prometheus' rules beside the sink
 * hold the same figures.
 *
 * @param nearCapacity share of use above which {@code TidemarkMemoryNearCapacity} is active
 * @param critical the same of {@code TidemarkMemoryCritical}
 * @param fillingUp of {@code TidemarkMemoryFillingUp}
 * @param fragmented of {@code TidemarkMemoryFragmented}
 * @param windowMillis how long after the last line that showed it a condition holds
 * @param overLastRun share of more use than in the run before, at the same point, above which
 *     {@code TidemarkMemoryOverLastRun} is active; {@code null} for never
 */
public record Thresholds(
    double nearCapacity,
    double critical,
    FillingUp fillingUp,
    Fragmented fragmented,
    long windowMillis,
    @Nullable Double overLastRun) {

  /**
   * A trend of use.
   *
   * @param from share of use above which a trend is worth a word
   * @param withinMillis how soon the trend must reach the capacity
   */
  public record FillingUp(double from, long withinMillis) {}

  /**
   * Free memory in small blocks.
   *
   * @param from share of use above which fragmentation matters
   * @param below largest free block as a share of what is free, below which it is fragmented
   */
  public record Fragmented(double from, double below) {}

  public static final Thresholds DEFAULT =
      new Thresholds(
          0.90, 0.97, new FillingUp(0.60, 600_000), new Fragmented(0.70, 0.50), 15_000, null);

  /** The same with a share over the last run. */
  public Thresholds withOverLastRun(double share) {
    return new Thresholds(nearCapacity, critical, fillingUp, fragmented, windowMillis, share);
  }
}
