package io.tidemark.model.plan;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import org.jspecify.annotations.Nullable;

/**
 * The address space of a plan.
 *
 * @param bytes high-water address: largest address + size of a placed buffer; in {@code GMEM},
 *     whose addresses start anywhere, the bytes that any buffer ever holds
 * @param stackedBytes high-water address if failed buffers were stacked above the placed ones
 * @param paddingBytes padding from rounding sizes up to the lane's alignment, or of tiles at the
 *     peak (XLA)
 * @param statedBytes the total that the compiler prints for the memory; {@code null} for none
 * @param fragmentationBytes size of arenas shared over time above their highest use (XLA); {@code
 *     null} if unknown
 * @param calledBytes size of allocations of called computations, which are not in the arena (XLA);
 *     {@code null} for none
 */
public record PlanArena(
    @JsonProperty("arenaBytes") long bytes,
    @JsonUnwrapped Placements placements,
    long stackedBytes,
    long paddingBytes,
    @Nullable Long statedBytes,
    @Nullable Long fragmentationBytes,
    @Nullable Long calledBytes) {}
