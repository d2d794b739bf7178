package io.tidemark.model.plan;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.annotation.Nulls;
import io.tidemark.model.event.Holder;
import java.util.List;
import java.util.Map;

/**
 * The highest use of a plan and the buffers that cause it.
 *
 * @param placed peak of placed buffers only
 * @param withFailed peak including buffers without a place
 * @param classBytes bytes per buffer class at the step of the peak, placed buffers only
 * @param owners the placed buffers alive at the peak, largest first, at most {@link #MAX_OWNERS}
 * @param modules bytes of those buffers by part of the model, the most first; empty if the log
 *     names none
 */
public record PlanPeaks(
    @JsonUnwrapped @JsonProperty("(placed)") PlanPeak placed,
    @JsonUnwrapped(suffix = "WithFailed") PlanPeak withFailed,
    @JsonUnwrapped StatedPeak logical,
    Map<String, Long> classBytes,
    @JsonProperty("peakOwners") List<PlanRecord.Owner> owners,
    @JsonProperty("peakModules")
        @JsonInclude(JsonInclude.Include.NON_EMPTY)
        @JsonSetter(nulls = Nulls.AS_EMPTY)
        List<Holder> modules) {

  /** Limit of owners that a peak lists. */
  public static final int MAX_OWNERS = 16;

  public PlanPeaks {
    classBytes = Map.copyOf(classBytes);
    owners = List.copyOf(owners);
    modules = List.copyOf(modules);
  }
}
