package io.tidemark.model;

import org.jspecify.annotations.Nullable;

/**
 * When a run was, in epoch milliseconds.
 *
 * @param endMillis when it ended; {@code null} while it may go on
 */
public record RunTime(long startMillis, @Nullable Long endMillis) {}
