package io.tidemark.model;

/**
 * Where and when a line of a log was written.
 *
 * @param offset byte offset in the source's generation
 * @param timeMillis event time in epoch milliseconds
 */
public record LogPosition(long offset, long timeMillis) {}
