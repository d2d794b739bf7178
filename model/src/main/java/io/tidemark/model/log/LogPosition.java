package io.tidemark.model.log;

/**
 * Position and time of a log line.
 *
 * @param offset byte offset in the source's generation
 * @param timeMillis event time in epoch milliseconds
 */
public record LogPosition(long offset, long timeMillis) {}
