package io.tidemark.model;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The addresses that a plan takes.
 *
 * @param bytes high-water address: largest address + size of a placed buffer; in {@code GMEM},
 *     whose addresses begin anywhere, the bytes that any buffer ever holds
 * @param stackedBytes high-water address if the failed were stacked above the placed
 * @param paddingBytes what rounding placed sizes up to the lane's alignment adds; what tiles add at
 *     the peak (XLA)
 * @param statedBytes the total that the compiler itself prints for the memory; {@code null}: none
 * @param fragmentationBytes by how much arenas that buffers share over time are larger than their
 *     highest use (XLA); {@code null}: unknown
 */
public record PlanArena(
    long bytes,
    Placements placements,
    long stackedBytes,
    long paddingBytes,
    @Nullable Long statedBytes,
    @Nullable Long fragmentationBytes) {
  public PlanArena {
    Objects.requireNonNull(placements, "placements");
  }
}
