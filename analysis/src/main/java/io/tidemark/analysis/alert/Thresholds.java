package io.tidemark.analysis.alert;

import org.jspecify.annotations.Nullable;

/**
 * Alert thresholds. Shares are of a memory's capacity unless stated otherwise. The Prometheus rules
 * shipped with the sink use the same values.
 *
 * @param nearCapacity share of use above which {@code TidemarkMemoryNearCapacity} is active
 * @param critical share of use above which {@code TidemarkMemoryCritical} is active
 * @param fillingUp thresholds of {@code TidemarkMemoryFillingUp}
 * @param fragmented thresholds of {@code TidemarkMemoryFragmented}
 * @param windowMillis how long a condition holds after the last line that met it
 * @param overLastRun additional use over the last run at the same point, as a share of that run's
 *     use, above which {@code TidemarkMemoryOverLastRun} is active; {@code null} to disable it
 */
public record Thresholds(
    double nearCapacity,
    double critical,
    FillingUp fillingUp,
    Fragmented fragmented,
    long windowMillis,
    @Nullable Double overLastRun) {

  /**
   * Thresholds of a trend of use.
   *
   * @param from share of use above which a trend is reported
   * @param withinMillis time within which the trend must reach the capacity
   */
  public record FillingUp(double from, long withinMillis) {}

  /**
   * Thresholds of fragmentation.
   *
   * @param from share of use above which fragmentation matters
   * @param below largest free block as a share of the free bytes, below which memory is fragmented
   */
  public record Fragmented(double from, double below) {}

  public static final Thresholds DEFAULT =
      new Thresholds(
          0.90, 0.97, new FillingUp(0.60, 600_000), new Fragmented(0.70, 0.50), 15_000, null);

  /** A copy with a threshold of use over the last run. */
  public Thresholds withOverLastRun(double share) {
    return new Thresholds(nearCapacity, critical, fillingUp, fragmented, windowMillis, share);
  }
}
