package io.tidemark.sink.history;

import java.io.IOException;
import java.util.function.DoubleBinaryOperator;

/**
 * One series as it grows. Of several values in one millisecond one is kept; a value that stands
 * longer than {@link #BEAT_MILLIS} is told again, since Prometheus forgets a series that is silent
 * for five minutes.
 */
final class Timeline {

  static final long BEAT_MILLIS = 240_000;

  /** A silence of more than a day is no standing value any more, and must not fill a disk. */
  private static final int MOST_BEATS = 360;

  private final Series series;
  private final DoubleBinaryOperator within;
  private final HistoryWriter out;
  private long millis;
  private double value;

  /** Of the newest sample handed on. */
  private long toldMillis = Long.MIN_VALUE;

  private int beats;

  /**
   * Begins with its first sample.
   *
   * @param within which of two values of one millisecond is kept
   */
  Timeline(Series series, DoubleBinaryOperator within, HistoryWriter out, long at, double first) {
    this.series = series;
    this.within = within;
    this.out = out;
    this.millis = at;
    this.value = first;
  }

  double value() {
    return value;
  }

  /** Time never falls: what is told late is told now. */
  void take(long at, double next) throws IOException {
    if (at > millis) {
      stand(at);
      begin(at, next);
      return;
    }
    double both = within.applyAsDouble(value, next);
    if (toldMillis < millis) {
      value = both;
    } else if (both != value) {
      // The millisecond's sample is gone already; a second one for it would be refused.
      begin(toldMillis + 1, both);
    }
  }

  /** Hands on what stands at {@code now}, though nothing came after it. */
  void settle(long now) throws IOException {
    stand(Math.max(now, millis));
  }

  /** What stands was handed on in an earlier life. */
  void resume() {
    toldMillis = Math.max(toldMillis, millis);
  }

  /** The figure is over: it leaves at once. */
  void leave(long at) throws IOException {
    stand(Math.max(at, millis + 1));
    out.take(series, Math.max(at, toldMillis + 1), HistoryWriter.STALE);
  }

  /** The figure stays as it is, and is not told of after this. */
  void stay(long at) throws IOException {
    stand(at);
    if (at > toldMillis) {
      tell(at);
    }
  }

  private void begin(long at, double next) {
    millis = at;
    value = next;
    beats = 0;
  }

  private void stand(long until) throws IOException {
    if (toldMillis < millis) {
      tell(millis);
    }
    while (beats < MOST_BEATS && millis + (beats + 1) * BEAT_MILLIS < until) {
      beats++;
      tell(millis + beats * BEAT_MILLIS);
    }
  }

  private void tell(long at) throws IOException {
    out.take(series, at, value);
    toldMillis = at;
  }
}
