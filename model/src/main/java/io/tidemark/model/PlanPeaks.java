package io.tidemark.model;

import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The highest use of a plan, and what makes it.
 *
 * @param placed of placed buffers only
 * @param withFailed with the buffers that found no place
 * @param classBytes bytes per buffer class at the step of the peak, placed only
 * @param owners the placed buffers alive at the peak, the largest first, at most {@link
 *     #MAX_OWNERS}
 */
public record PlanPeaks(
    PlanPeak placed,
    PlanPeak withFailed,
    StatedPeak logical,
    Map<String, Long> classBytes,
    List<PlanRecord.Owner> owners) {

  /** The number of owners that a peak lists. */
  public static final int MAX_OWNERS = 16;

  public PlanPeaks {
    Objects.requireNonNull(placed, "placed");
    Objects.requireNonNull(withFailed, "withFailed");
    Objects.requireNonNull(logical, "logical");
    classBytes = Map.copyOf(classBytes);
    owners = List.copyOf(owners);
  }
}
