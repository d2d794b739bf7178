package io.tidemark.ingest.follow;

/** A clock that a test advances, optionally also with each reading. */
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
