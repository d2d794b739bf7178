package io.tidemark.streams;

import io.tidemark.model.Slice;

/**
 * A slice as received.
 *
 * @param timeMillis its event time
 * @param record its offset in its partition of {@code tidemark.lines}
 */
record Received(Slice slice, long timeMillis, long record, Events events) {

  /** Whether the events of a slice are still to be emitted. */
  enum Events {
    DUE,
    EMITTED
  }

  Received emitted() {
    return new Received(slice, timeMillis, record, Events.EMITTED);
  }

  boolean due() {
    return events == Events.DUE;
  }
}
