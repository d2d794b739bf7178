package io.tidemark.app.replay;

/**
 * The speed of shipping a log, and whether its times are shifted.
 *
 * @param speed seconds of the log per second; infinite for no limit
 * @param retime shifts the log's times to now; else they stay
 */
public record ReplayPace(double speed, boolean retime) {

  /** Time between two shipments: short compared with a scrape interval. */
  private static final long STEP_MILLIS = 250;

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
