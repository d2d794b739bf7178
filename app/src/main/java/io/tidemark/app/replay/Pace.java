package io.tidemark.app.replay;

/**
 * How fast a log is shipped, and whether its times move with it.
 *
 * @param speed so many seconds of the log in one; infinite for as fast as it goes
 * @param retime published as if it happened now; else at its own times
 */
public record Pace(double speed, boolean retime) {

  /** So often something is shipped, and so even a scrape sees it. */
  private static final long STEP_MILLIS = 250;

  /** As fast as it goes. */
  public static final double MAX = Double.POSITIVE_INFINITY;

  public Pace {
    if (!(speed > 0)) {
      throw new IllegalArgumentException("speed " + speed);
    }
  }

  boolean unhurried() {
    return speed < MAX;
  }

  /** What of the log's own time one slice may span. */
  long mostMillis() {
    return unhurried() ? Math.max(1, (long) (STEP_MILLIS * speed)) : Long.MAX_VALUE;
  }

  /** When that is due which is so long after the log's beginning, from the start of a replay. */
  long dueMillis(long sinceMillis) {
    return (long) (sinceMillis / speed);
  }
}
