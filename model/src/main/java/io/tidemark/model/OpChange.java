package io.tidemark.model;

/**
 * By how much ops of one kind changed the use of a memory.
 *
 * @param growthBytes sum of the rises they caused
 * @param largestGrowthBytes the largest single rise
 * @param freedBytes sum of the falls they caused
 * @param spanGrowthBytes for an op that contains others (a cached sub-program): the sum of rises
 *     over its whole span, the ops inside included; 0 for every other op
 */
public record OpChange(
    long growthBytes, long largestGrowthBytes, long freedBytes, long spanGrowthBytes) {}
