package io.tidemark.model;

import org.jspecify.annotations.Nullable;

/**
 * Start and end of a run, in epoch milliseconds.
 *
 * @param endMillis {@code null} while the run may continue
 */
public record RunTime(long startMillis, @Nullable Long endMillis) {}
