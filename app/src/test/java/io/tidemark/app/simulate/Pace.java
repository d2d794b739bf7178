package io.tidemark.app.simulate;

import java.time.Duration;

/** Limits the rate of the simulator's lines. One pace serves one log. */
public interface Pace {

  /**
   * Waits until lines are due.
   *
   * @param ready number of lines at hand, at least 1
   * @return number of lines to write now, from 1 to {@code ready}
   */
  int await(int ready) throws InterruptedException;

  /** No limit: as fast as the reader accepts lines. */
  static Pace unlimited() {
    return ready -> ready;
  }

  /** An even rate above zero, in bursts of at most ten milliseconds. */
  static Pace linesPerSecond(double rate, Sleeper sleeper) {
    return new EvenPace(rate, sleeper);
  }

  /** Sleeps to a point in time, so that a slow reader does not lower the rate. */
  interface Sleeper {

    /**
     * Returns when {@code sinceStart} has passed since the first line, or at once if it has passed
     * already.
     */
    void sleepUntil(Duration sinceStart) throws InterruptedException;

    /** The machine's own time, starting now. */
    static Sleeper startingNow() {
      long start = System.nanoTime();
      return sinceStart -> {
        long nanos = sinceStart.toNanos() - (System.nanoTime() - start);
        if (nanos > 0) {
          Thread.sleep(nanos / 1_000_000, (int) (nanos % 1_000_000));
        }
      };
    }
  }
}
