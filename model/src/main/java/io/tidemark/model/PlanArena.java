package io.tidemark.model;

import java.util.Objects;

/**
 * The addresses that a plan takes.
 *
 * @param bytes high-water address: largest address + size of a placed buffer; in {@code GMEM},
 *     whose addresses begin anywhere, the bytes that any buffer ever holds
 * @param stackedBytes high-water address if the failed were stacked above the placed
 * @param paddingBytes what rounding placed sizes up to the lane's alignment adds; what tiles add at
 *     the peak (XLA)
 */
public record PlanArena(long bytes, Placements placements, long stackedBytes, long paddingBytes) {
  public PlanArena {
    Objects.requireNonNull(placements, "placements");
  }
}
