package io.tidemark.analysis;

import io.tidemark.analysis.judge.Thresholds;
import org.jspecify.annotations.Nullable;

/**
 * What a log does not tell of itself.
 *
 * @param onlyFormat the one format that its lines are tried by, {@code null} for all
 */
public record Settings(@Nullable String onlyFormat, Thresholds thresholds) {

  public static final Settings DEFAULT = new Settings(null, Thresholds.DEFAULT);
}
