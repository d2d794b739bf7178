package io.tidemark.model;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A trainer's summary of its memory, phase by phase (tt-train's {@code MemoryUsageTracker}). Bytes
 * are of one device.
 *
 * @param phases in the order they ran, at most {@link #MAX_PHASES}; {@code cut} more were left out
 * @param parameters of the model; {@code null} when the log does not state it
 */
public record Training(
    List<MemoryEvent.Phase> phases,
    long cut,
    TrainingState state,
    TrainingChecks checks,
    @Nullable Long parameters,
    TrainingTotals totals) {

  public static final int MAX_PHASES = 512;

  public Training {
    Objects.requireNonNull(state, "state");
    Objects.requireNonNull(checks, "checks");
    Objects.requireNonNull(totals, "totals");
    phases = List.copyOf(phases);
  }
}
