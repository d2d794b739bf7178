package io.tidemark.model.run;

import org.jspecify.annotations.Nullable;

/**
 * Start and end of a run, in epoch milliseconds.
 *
 * @param endMillis {@code null} while the run may continue
 * @param analysisFailure the error of Tidemark that ended the run; {@code null} for none
 */
public record RunTime(
    long startMillis, @Nullable Long endMillis, @Nullable AnalysisFailure analysisFailure) {

  /** Times of a run that no error ended. */
  public RunTime(long startMillis, @Nullable Long endMillis) {
    this(startMillis, endMillis, null);
  }
}
