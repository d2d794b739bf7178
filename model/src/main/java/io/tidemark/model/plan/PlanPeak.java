package io.tidemark.model.plan;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * The highest use of a plan.
 *
 * @param step the first step that reaches it
 */
public record PlanPeak(@JsonProperty("peakBytes") long bytes, @JsonProperty("peakStep") int step) {}
