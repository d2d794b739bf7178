package io.tidemark.streams.read;

import io.tidemark.model.log.Slice;

/**
 * A slice as received.
 *
 * @param timeMillis its event time
 */
public record Received(Slice slice, long timeMillis) {}
