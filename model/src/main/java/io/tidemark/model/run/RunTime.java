package io.tidemark.model.run;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.OptBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Start and end of a run, in epoch milliseconds.
 *
 * @param endMillis {@code null} while the run may continue
 * @param analysisFailure the error of Tidemark that ended the run; {@code null} for none
 * @param undated true if the lines were in the file before and have no date, so that all times are
 *     that of the file's last change; else {@code null}
 */
public record RunTime(
    long startMillis,
    @Nullable Long endMillis,
    @Nullable AnalysisFailure analysisFailure,
    @JsonProperty(isRequired = OptBoolean.FALSE) @Nullable Boolean undated) {

  /** Times of a run that no error ended. */
  public RunTime(long startMillis, @Nullable Long endMillis) {
    this(startMillis, endMillis, null);
  }

  /** Times of a run whose lines say when they were written. */
  public RunTime(
      long startMillis, @Nullable Long endMillis, @Nullable AnalysisFailure analysisFailure) {
    this(startMillis, endMillis, analysisFailure, null);
  }
}
