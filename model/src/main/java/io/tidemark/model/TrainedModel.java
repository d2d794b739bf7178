package io.tidemark.model;

import org.jspecify.annotations.Nullable;

/**
 * The model that a trainer trains, as far as the log says.
 *
 * @param name printed over the summary in a banner; {@code null} without one
 * @param parameters {@code null} when the log does not state them
 */
public record TrainedModel(@Nullable String name, @Nullable Long parameters) {}
