package io.tidemark.streams;

import io.tidemark.model.Slice;

/**
 * A slice as received.
 *
 * @param timeMillis its event time
 */
record Received(Slice slice, long timeMillis) {}
