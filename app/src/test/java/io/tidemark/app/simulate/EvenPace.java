package io.tidemark.app.simulate;

import java.time.Duration;

/** A fixed number of lines per second, counted from the first line. */
final class EvenPace implements Pace {

  private final double rate;
  private final Sleeper sleeper;
  private final int burst;
  private long written;

  EvenPace(double rate, Sleeper sleeper) {
    this.rate = rate;
    this.sleeper = sleeper;
    this.burst = (int) Math.max(1, Math.min(rate / 100, 1 << 20));
  }

  @Override
  public int await(int ready) throws InterruptedException {
    sleeper.sleepUntil(Duration.ofNanos((long) (written / rate * 1e9)));
    int lines = Math.min(ready, burst);
    written += lines;
    return lines;
  }
}
