package io.tidemark.analysis.line;

/** Where and when a line stands: byte offset in its generation, event time in epoch millis. */
public record LogPosition(long offset, long timeMillis) {}
