package io.tidemark.streams.source;

import io.tidemark.model.log.Slice;

/**
 * A slice as received.
 *
 * @param timeMillis its event time
 * @param offset of its record in the partition of the task
 */
public record Received(Slice slice, long timeMillis, long offset) {}
