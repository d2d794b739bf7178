package io.tidemark.model.training;

import io.tidemark.model.ByteSize;
import org.jspecify.annotations.Nullable;

/**
 * The last line of a trainer's summary; {@code null} until it is read.
 *
 * @param peakBytes the overall peak
 * @param finalBytes use at the end
 */
public record TrainingTotals(@Nullable Long peakBytes, @Nullable Long finalBytes) {
  public TrainingTotals {
    peakBytes = ByteSize.known(peakBytes);
    finalBytes = ByteSize.known(finalBytes);
  }

  public static final TrainingTotals UNKNOWN = new TrainingTotals(null, null);
}
