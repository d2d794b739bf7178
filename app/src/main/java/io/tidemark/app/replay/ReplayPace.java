package io.tidemark.app.replay;

/**
 * How fast a log is shipped, and whether its times move with it.
 *
 * @param speed seconds of the log per second; infinite for no limit
 * @param retime shifts the log's times to now; else they stay
 */
public record ReplayPace(double speed, boolean retime) {

  /** Time between two shipments: short beside the interval of a scrape. */
  private static final long STEP_MILLIS = 250;

  /** No limit. */
  public static final double MAX = Double.POSITIVE_INFINITY;

  public ReplayPace {
    if (!(speed > 0)) {
      throw new IllegalArgumentException("speed " + speed);
    }
  }

  boolean limited() {
    return speed < MAX;
  }

  /** Milliseconds of the log's own time that one slice may span. */
  long mostMillis() {
    return limited() ? Math.max(1, (long) (STEP_MILLIS * speed)) : Long.MAX_VALUE;
  }

  /**
   * Milliseconds from the start of a replay to a line {@code sinceMillis} after the log's begin.
   */
  long dueMillis(long sinceMillis) {
    return (long) (sinceMillis / speed);
  }
}
