package io.tidemark.app.replay;

/** The wall clock, and waiting for a time on it. */
public interface WallClock {

  /** Now, in epoch milliseconds. */
  long millis();

  /**
   * Waits until {@code untilMillis}; returns at once when that is past.
   *
   * @return false when the replay has to stop
   */
  boolean await(long untilMillis) throws InterruptedException;
}
