package io.tidemark.analysis;

import io.tidemark.analysis.judge.Thresholds;
import io.tidemark.analysis.parse.Chip;
import org.jspecify.annotations.Nullable;

/**
 * What a log does not tell of itself.
 *
 * @param onlyFormat the one format that its lines are tried by, {@code null} for all
 * @param chip what a compiler compiles for, unless its log names another; {@code null} for untold
 */
public record Settings(@Nullable String onlyFormat, Thresholds thresholds, @Nullable Chip chip) {

  public static final Settings DEFAULT = new Settings(null, Thresholds.DEFAULT, null);

  /** These sizes and thresholds, and nothing else told. */
  public static Settings of(Thresholds thresholds) {
    return new Settings(null, thresholds, null);
  }
}
