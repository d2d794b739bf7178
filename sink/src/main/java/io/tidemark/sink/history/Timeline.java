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
    if (at <= millis) {
      value = within.applyAsDouble(value, next);
      return;
    }
    stand(at);
    millis = at;
    value = next;
  }

  /** The figure is over: it leaves at once. */
  void leave(long at) throws IOException {
    stand(Math.max(at, millis + 1));
    out.take(series, Math.max(at, millis + 1), HistoryWriter.STALE);
  }

  /** The figure stays as it is, and is not told of after this. */
  void stay(long at) throws IOException {
    stand(at);
    if (at > millis) {
      out.take(series, at, value);
    }
  }

  private void stand(long until) throws IOException {
    out.take(series, millis, value);
    for (int beat = 1; beat <= MOST_BEATS && millis + beat * BEAT_MILLIS < until; beat++) {
      out.take(series, millis + beat * BEAT_MILLIS, value);
    }
  }
}
