package io.tidemark.model;

import java.util.List;

/**
 * Bytes in use per step of a plan.
 *
 * @param steps number of steps: 1 + the highest step that any interval names
 * @param usedPerStep of placed buffers only
 * @param usedPerStepWithFailed the same with the buffers that found no place
 * @param unpaddedPerStep {@code usedPerStep} without what tiles add (XLA); empty when unknown
 */
public record StepUse(
    int steps,
    List<Long> usedPerStep,
    List<Long> usedPerStepWithFailed,
    List<Long> unpaddedPerStep) {
  public StepUse {
    usedPerStep = List.copyOf(usedPerStep);
    usedPerStepWithFailed = List.copyOf(usedPerStepWithFailed);
    unpaddedPerStep = List.copyOf(unpaddedPerStep);
  }
}
