package io.tidemark.model;

import org.jspecify.annotations.Nullable;

/**
 * Use of a memory from submission to submission.
 *
 * @param constEvalBytes use at the first snapshot after the last program that computes constants
 *     once ({@code const_eval}): mostly weights; {@code null} where the log names none
 * @param leakBytesPerSubmission by how much use mostly rises at one point of the program from one
 *     submission to the next; {@code null} until enough were seen
 * @param overLastRun the same point in the run before; {@code null} where there is none
 */
public record SubmissionUse(
    @Nullable Long constEvalBytes,
    @Nullable Long leakBytesPerSubmission,
    @Nullable OverLastRun overLastRun) {
  public static final SubmissionUse UNKNOWN = new SubmissionUse(null, null);

  /** Of a run with none before it. */
  public SubmissionUse(@Nullable Long constEvalBytes, @Nullable Long leakBytesPerSubmission) {
    this(constEvalBytes, leakBytesPerSubmission, null);
  }
}
