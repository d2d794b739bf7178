package io.tidemark.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Bytes in use per step of a plan.
 *
 * @param steps number of steps: 1 + the highest step that any interval names
 * @param usedPerStep of placed buffers only
 * @param usedPerStepWithFailed the same with the buffers that found no place
 * @param unpaddedPerStep {@code usedPerStep} without what tiles add (XLA); empty when unknown
 * @param instructions by step, the instruction that runs there (XLA); {@code null} when none is
 *     known, shorter than {@code steps} where the later ones are not
 */
public record StepUse(
    int steps,
    List<Long> usedPerStep,
    List<Long> usedPerStepWithFailed,
    List<Long> unpaddedPerStep,
    @Nullable List<String> instructions) {
  public StepUse {
    usedPerStep = List.copyOf(usedPerStep);
    usedPerStepWithFailed = List.copyOf(usedPerStepWithFailed);
    unpaddedPerStep = List.copyOf(unpaddedPerStep);
    instructions =
        instructions == null || instructions.isEmpty() ? null : List.copyOf(instructions);
  }
}
