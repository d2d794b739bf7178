package io.tidemark.model;

import java.util.List;
import java.util.Objects;

/**
 * A trainer's summary of its memory, phase by phase (tt-train's {@code MemoryUsageTracker}). Bytes
 * are of one device.
 *
 * @param phases in the order they ran, at most {@link #MAX_PHASES}; {@code cut} more were left out
 * @param state {@code open} while it is printed, {@code complete}, or {@code truncated} when it
 *     broke off
 * @param peakUnreliable phases of one name hide each other (gradient accumulation in versions that
 *     kept a name's last trace only), so the peak may be higher than stated
 * @param inconsistent how many of the identities between the figures are broken
 * @param parameters of the model, −1 when the log does not state it
 * @param peakBytes the overall peak, −1 until stated
 * @param finalBytes use at the end, −1 until stated
 */
public record Training(
    List<MemoryEvent.Phase> phases,
    long cut,
    String state,
    boolean peakUnreliable,
    int inconsistent,
    long parameters,
    long peakBytes,
    long finalBytes) {

  public static final int MAX_PHASES = 512;

  public Training {
    Objects.requireNonNull(state, "state");
    phases = List.copyOf(phases);
  }
}
