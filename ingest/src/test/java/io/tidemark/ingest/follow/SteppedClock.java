package io.tidemark.ingest.follow;

/** Time moves when a test says so, and with each look at it where a test wants that. */
final class SteppedClock implements Time {
  long steady = 1_000_000;
  long ahead = 1_700_000_000_000L;
  long millisPerLook;

  @Override
  public long wallMillis() {
    return steady + ahead;
  }

  @Override
  public long steadyMillis() {
    steady += millisPerLook;
    return steady;
  }
}
