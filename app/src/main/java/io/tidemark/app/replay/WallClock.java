package io.tidemark.app.replay;

/** The time of day, and waiting by it. */
public interface WallClock {

  /** Now, in epoch milliseconds. */
  long millis();

  /**
   * Waits until {@code untilMillis}, not at all when that is past.
   *
   * @return false when the replay shall stop
   */
  boolean await(long untilMillis) throws InterruptedException;
}
