package io.tidemark.model.memory;

/**
 * Changes of a memory's use by the ops of one name.
 *
 * @param growthBytes sum of the increases
 * @param largestGrowthBytes the largest single increase
 * @param freedBytes sum of the decreases
 * @param spanGrowthBytes for an op that contains others (a cached sub-program), the sum of
 *     increases over its whole span, including the ops inside; 0 for all other ops
 */
public record OpChange(
    long growthBytes, long largestGrowthBytes, long freedBytes, long spanGrowthBytes) {}
