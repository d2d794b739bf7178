package io.tidemark.analysis;

import io.tidemark.analysis.alert.Thresholds;
import org.jspecify.annotations.Nullable;

/**
 * What a log does not say of itself.
 *
 * @param onlyFormat the one format that its lines are tried by, {@code null} for all
 * @param systems whose logs are understood
 */
public record Settings(@Nullable String onlyFormat, Thresholds thresholds, LogSystems systems) {

  public static final Settings DEFAULT = of(Thresholds.DEFAULT);

  /** These sizes and thresholds, and every known system. */
  public static Settings of(Thresholds thresholds) {
    return new Settings(null, thresholds, LogSystems.ALL);
  }
}
