package io.tidemark.streams.publish;

import java.time.Instant;
import java.util.List;

/** Delivers a task's records to their readers. */
public interface Publication {

  /** Emits records in order; an exception here is an error of Kafka. */
  void emit(List<Outgoing> records);

  /**
   * The time of the first flush after a slice.
   *
   * @param flushedMillis time of the last flush that published something; 0 if there was none
   */
  Instant nextFlush(long nowMillis, long flushedMillis);

  /**
   * Records that a flush has ended.
   *
   * @param worked whether anything was received or published
   * @return whether a commit is due
   */
  boolean flushed(boolean worked, long nowMillis);

  /** Whether another flush is needed even without new slices. */
  default boolean pending() {
    return false;
  }

  /** Ends the task, whether or not it has committed. */
  default void close() {}
}
