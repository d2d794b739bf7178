package io.tidemark.analysis.alert;

/**
 * When to alert. Shares are of a memory's capacity unless said; Prometheus' rules beside the sink
 * hold the same figures.
 *
 * @param nearCapacity share of use above which {@code TidemarkMemoryNearCapacity} is active
 * @param critical the same of {@code TidemarkMemoryCritical}
 * @param fillingUpFrom share of use above which a trend is worth a word
 * @param fillingUpWithinMillis how soon the trend must reach the capacity
 * @param fragmentedFrom share of use above which fragmentation matters
 * @param fragmentedBelow largest free block as a share of what is free, below which it is
 *     fragmented
 * @param windowMillis how long after the last line that showed it a condition holds
 * @param deviceBytes size of the device's memory where the log states none; 0 when not given
 */
public record Thresholds(
    double nearCapacity,
    double critical,
    double fillingUpFrom,
    long fillingUpWithinMillis,
    double fragmentedFrom,
    double fragmentedBelow,
    long windowMillis,
    long deviceBytes) {

  public static final Thresholds DEFAULT =
      new Thresholds(0.90, 0.97, 0.60, 600_000, 0.70, 0.50, 15_000, 0);

  /** The same with the size of the device given. */
  public Thresholds withDeviceBytes(long bytes) {
    return new Thresholds(
        nearCapacity,
        critical,
        fillingUpFrom,
        fillingUpWithinMillis,
        fragmentedFrom,
        fragmentedBelow,
        windowMillis,
        bytes);
  }
}
