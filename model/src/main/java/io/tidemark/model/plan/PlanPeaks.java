package io.tidemark.model.plan;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import java.util.Map;

/**
 * The highest use of a plan and the buffers that cause it.
 *
 * @param placed peak of placed buffers only
 * @param withFailed peak including buffers without a place
 * @param classBytes bytes per buffer class at the step of the peak, placed buffers only
 * @param owners the placed buffers alive at the peak, largest first, at most {@link #MAX_OWNERS}
 */
public record PlanPeaks(
    @JsonUnwrapped @JsonProperty("(placed)") PlanPeak placed,
    @JsonUnwrapped(suffix = "WithFailed") PlanPeak withFailed,
    @JsonUnwrapped StatedPeak logical,
    Map<String, Long> classBytes,
    @JsonProperty("peakOwners") List<PlanRecord.Owner> owners) {

  /** Limit of owners that a peak lists. */
  public static final int MAX_OWNERS = 16;

  public PlanPeaks {
    classBytes = Map.copyOf(classBytes);
    owners = List.copyOf(owners);
  }
}
