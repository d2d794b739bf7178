package io.tidemark.model.memory;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.OptBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Use of a memory across submissions, or across the steps of a training.
 *
 * @param constEvalBytes use at the first snapshot after the last program that computes constants
 *     once ({@code const_eval}), mostly weights; {@code null} if the log names none
 * @param leakBytesPerSubmission median increase of use at one point of the program between
 *     consecutive submissions; {@code null} until enough were seen
 * @param overLastRun comparison with the previous run at the same point; {@code null} for none
 * @param leak the strongest growth between submissions, with its evidence; {@code null} for none
 * @param steady number of submissions since use last reached a new high at one point of the
 *     program; {@code null} if too few to say that nothing leaks
 * @param byStep whether the log counts steps of a training, which then stand for submissions
 * @param stood the growth before use stood still; {@code null} for none
 */
public record SubmissionUse(
    @Nullable Long constEvalBytes,
    @Nullable Long leakBytesPerSubmission,
    @Nullable OverLastRun overLastRun,
    @Nullable Leak leak,
    @Nullable Integer steady,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT) @JsonProperty(isRequired = OptBoolean.FALSE)
        boolean byStep,
    @JsonProperty(isRequired = OptBoolean.FALSE) @Nullable Leak stood) {

  public static final SubmissionUse UNKNOWN = new SubmissionUse(null, null, null);

  /** What a leak is counted in. */
  public String unit() {
    return byStep ? "logged step" : "submission";
  }

  /** Creates a use of which neither growth nor its absence is known. */
  public SubmissionUse(
      @Nullable Long constEvalBytes,
      @Nullable Long leakBytesPerSubmission,
      @Nullable OverLastRun overLastRun) {
    this(constEvalBytes, leakBytesPerSubmission, overLastRun, null, null, false, null);
  }
}
