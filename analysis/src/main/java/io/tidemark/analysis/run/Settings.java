package io.tidemark.analysis.run;

import io.tidemark.analysis.alert.GivenSizes;
import io.tidemark.analysis.alert.Thresholds;

/**
 * Settings of an analysis that a log does not state.
 *
 * @param systems the log systems, with the formats to parse
 * @param sizes known sizes of the device and of a training
 */
public record Settings(Thresholds thresholds, LogSystems systems, GivenSizes sizes) {

  public static final Settings DEFAULT = of(Thresholds.DEFAULT);

  public Settings(Thresholds thresholds, LogSystems systems) {
    this(thresholds, systems, GivenSizes.NONE);
  }

  public static Settings of(Thresholds thresholds) {
    return new Settings(thresholds, LogSystems.ALL);
  }

  public Settings with(LogSystems others) {
    return new Settings(thresholds, others, sizes);
  }
}
