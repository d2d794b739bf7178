package io.tidemark.model.training;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.tidemark.model.event.MemoryEvent;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Memory summary of a trainer by phase (tt-train's {@code MemoryUsageTracker}). Bytes are of one
 * device.
 *
 * @param phases phases in order, at most {@link #MAX_PHASES}; {@code cut} more were left out
 * @param memory derived memory figures of the device; {@code null} until they are derived
 */
public record Training(
    List<MemoryEvent.Phase> phases,
    long cut,
    TrainingState state,
    @JsonUnwrapped TrainingChecks checks,
    @JsonUnwrapped TrainedModel model,
    @JsonUnwrapped TrainingTotals totals,
    @Nullable TrainingMemory memory) {

  public static final int MAX_PHASES = 512;

  public Training {
    phases = List.copyOf(phases);
  }

  /** Number of parameters of the model; {@code null} if the log does not state it. */
  public @Nullable Long parameters() {
    return model.parameters();
  }

  /** A copy with derived memory figures; {@code null} removes them. */
  public Training with(@Nullable TrainingMemory derived) {
    return new Training(phases, cut, state, checks, model, totals, derived);
  }
}
