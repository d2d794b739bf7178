package io.tidemark.analysis;

import io.tidemark.analysis.alert.GivenSizes;
import io.tidemark.analysis.alert.Thresholds;
import org.jspecify.annotations.Nullable;

/**
 * Settings of an analysis that a log does not state.
 *
 * @param onlyFormat the only format to parse; {@code null} for all
 * @param systems the log systems to parse
 * @param sizes known sizes of the device and of a training
 */
public record Settings(
    @Nullable String onlyFormat, Thresholds thresholds, LogSystems systems, GivenSizes sizes) {

  public static final Settings DEFAULT = of(Thresholds.DEFAULT);

  /** Creates settings without given sizes. */
  public Settings(@Nullable String onlyFormat, Thresholds thresholds, LogSystems systems) {
    this(onlyFormat, thresholds, systems, GivenSizes.NONE);
  }

  /** These thresholds with every known system. */
  public static Settings of(Thresholds thresholds) {
    return new Settings(null, thresholds, LogSystems.ALL);
  }

  /** A copy with these sizes. */
  public Settings with(GivenSizes given) {
    return new Settings(onlyFormat, thresholds, systems, given);
  }

  /** A copy with these systems. */
  public Settings with(LogSystems others) {
    return new Settings(onlyFormat, thresholds, others, sizes);
  }
}
