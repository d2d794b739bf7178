package io.tidemark.ingest.follow;

/**
 * A clock that a test advances, optionally also with each reading. A tailer reads it between any
 * two logs, so what a rotator does in the midst of a start or a round is done at a reading.
 */
final class SteppedClock implements Time {
  long steady = 1_000_000;
  long ahead = 1_700_000_000_000L;
  long millisPerLook;
  private int looksLeft;
  private Runnable surprise = () -> {};

  @Override
  public long wallMillis() {
    return steady + ahead;
  }

  /** Does something once, at the reading after {@code looks} others. */
  void surprise(int looks, Runnable action) {
    looksLeft = looks;
    surprise = action;
  }

  @Override
  public long steadyMillis() {
    if (looksLeft-- == 0) {
      surprise.run();
    }
    steady += millisPerLook;
    return steady;
  }
}
