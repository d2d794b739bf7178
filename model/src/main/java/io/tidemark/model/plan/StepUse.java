package io.tidemark.model.plan;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Bytes in use at each step of a plan.
 *
 * @param steps number of steps: 1 + the highest step of any interval
 * @param usedPerStep bytes of placed buffers only
 * @param usedPerStepWithFailed bytes including buffers without a place
 * @param unpaddedPerStep {@code usedPerStep} without tile padding (XLA); empty if unknown
 * @param instructions instruction of each step (XLA); {@code null} if none is known, shorter than
 *     {@code steps} if later ones are unknown
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
