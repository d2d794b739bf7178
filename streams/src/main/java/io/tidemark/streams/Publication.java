package io.tidemark.streams;

import java.time.Instant;
import java.util.List;

/** The way of a task's records to their readers. */
interface Publication {

  /** Emits records in order; what goes wrong here is Kafka's. */
  void emit(List<Outgoing> records);

  /**
   * When the first flush after a slice is due.
   *
   * @param flushedMillis the last one that published something, 0 before it
   */
  Instant nextFlush(long nowMillis, long flushedMillis);

  /**
   * A flush has ended.
   *
   * @param worked whether anything was received or published
   * @return whether a commit is due
   */
  boolean flushed(boolean worked, long nowMillis);

  /** Whether another flush is needed, though nothing new comes. */
  boolean pending();

  /** The task is over, committed or not. */
  void close();
}
