package io.tidemark.model.plan;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.tidemark.model.ByteSize;
import org.jspecify.annotations.Nullable;

/**
 * The peak of unpadded bytes stated by the compiler, ignoring reuse and memory spaces (XLA). It is
 * not comparable with a {@link PlanPeak}. Both figures are {@code null} if unknown.
 */
public record StatedPeak(
    @JsonProperty("logicalPeakBytes") @Nullable Long bytes,
    @JsonProperty("logicalPeakStep") @Nullable Long step) {
  public StatedPeak {
    bytes = ByteSize.known(bytes);
    step = ByteSize.known(step);
  }

  public static final StatedPeak UNKNOWN = new StatedPeak(null, null);
}
