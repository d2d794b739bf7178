package io.tidemark.model;

/**
 * The highest use of a plan.
 *
 * @param step the first step that reaches it
 */
public record PlanPeak(long bytes, int step) {}
