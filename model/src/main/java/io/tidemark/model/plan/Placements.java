package io.tidemark.model.plan;

/**
 * Numbers of buffers of a plan by outcome.
 *
 * @param failedBytes total size of buffers without a place
 * @param cut intervals not included in the plan's figures: above its limits, or without a live
 *     range (XLA)
 */
public record Placements(int placed, int failed, long failedBytes, long cut) {}
