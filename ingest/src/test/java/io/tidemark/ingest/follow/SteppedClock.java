package io.tidemark.ingest.follow;

/** Time moves when a test says so. */
final class SteppedClock implements Time {
  long steady = 1_000_000;
  long ahead = 1_700_000_000_000L;

  @Override
  public long wallMillis() {
    return steady + ahead;
  }

  @Override
  public long steadyMillis() {
    return steady;
  }
}
