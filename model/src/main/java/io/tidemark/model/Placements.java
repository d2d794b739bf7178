package io.tidemark.model;

/**
 * Buffers of a plan by what became of them.
 *
 * @param failedBytes sum of the sizes that found no place
 * @param cut intervals in no figure of the plan: beyond its limits, or without a live range (XLA)
 */
public record Placements(int placed, int failed, long failedBytes, long cut) {}
