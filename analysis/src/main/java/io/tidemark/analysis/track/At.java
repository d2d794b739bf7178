package io.tidemark.analysis.track;

/** Where and when a line stands: byte offset in its generation, event time in epoch millis. */
public record At(long offset, long timeMillis) {}
