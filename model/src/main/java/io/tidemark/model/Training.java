package io.tidemark.model;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A trainer's summary of its memory, phase by phase (tt-train's {@code MemoryUsageTracker}). Bytes
 * are of one device.
 *
 * @param phases in the order they ran, at most {@link #MAX_PHASES}; {@code cut} more were left out
 * @param memory what it means for the device; {@code null} in records of older releases
 */
public record Training(
    List<MemoryEvent.Phase> phases,
    long cut,
    TrainingState state,
    TrainingChecks checks,
    TrainedModel model,
    TrainingTotals totals,
    @Nullable TrainingMemory memory) {

  public static final int MAX_PHASES = 512;

  public Training {
    Objects.requireNonNull(state, "state");
    Objects.requireNonNull(checks, "checks");
    Objects.requireNonNull(model, "model");
    Objects.requireNonNull(totals, "totals");
    phases = List.copyOf(phases);
  }

  /** How many parameters the model has; {@code null} when the log does not state it. */
  public @Nullable Long parameters() {
    return model.parameters();
  }

  /** The same summary with what it means for the device; {@code null} leaves that out. */
  public Training with(@Nullable TrainingMemory derived) {
    return new Training(phases, cut, state, checks, model, totals, derived);
  }
}
