package io.tidemark.analysis;

import io.tidemark.analysis.alert.GivenSizes;
import io.tidemark.analysis.alert.Thresholds;
import org.jspecify.annotations.Nullable;

/**
 * What a log does not say of itself.
 *
 * @param onlyFormat the one format that its lines are tried by, {@code null} for all
 * @param systems whose logs are understood
 * @param sizes of the device and of a training
 */
public record Settings(
    @Nullable String onlyFormat, Thresholds thresholds, LogSystems systems, GivenSizes sizes) {

  public static final Settings DEFAULT = of(Thresholds.DEFAULT);

  /** Without given sizes. */
  public Settings(@Nullable String onlyFormat, Thresholds thresholds, LogSystems systems) {
    this(onlyFormat, thresholds, systems, GivenSizes.NONE);
  }

  /** These thresholds, and every known system. */
  public static Settings of(Thresholds thresholds) {
    return new Settings(null, thresholds, LogSystems.ALL);
  }

  /** The same with these sizes. */
  public Settings with(GivenSizes given) {
    return new Settings(onlyFormat, thresholds, systems, given);
  }

  /** The same, read by these systems. */
  public Settings with(LogSystems others) {
    return new Settings(onlyFormat, thresholds, others, sizes);
  }
}
