package io.tidemark.sink.read;

import static io.tidemark.sink.Made.NEW_YEAR_MILLIS;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** A clock that stands still, or advances by a fixed time with each reading. */
final class SetClock extends Clock {

  private final long tickMillis;
  long millis = NEW_YEAR_MILLIS;

  private SetClock(long tickMillis) {
    this.tickMillis = tickMillis;
  }

  /** Advances by a second with each reading, so that every step of a reader may publish. */
  static SetClock ticking() {
    return new SetClock(1000);
  }

  static SetClock standing() {
    return new SetClock(0);
  }

  @Override
  public long millis() {
    millis += tickMillis;
    return millis;
  }

  @Override
  public Instant instant() {
    return Instant.ofEpochMilli(millis());
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public Clock withZone(ZoneId zone) {
    return this;
  }
}
