package io.tidemark.sink.history;

import java.io.IOException;
import java.util.function.DoubleBinaryOperator;

/**
 * A growing series. It keeps one of several values of one millisecond. A value that holds for
 * longer than {@link #BEAT_MILLIS} is repeated, since Prometheus forgets a series without samples
 * after five minutes.
 */
final class Timeline {

  static final long BEAT_MILLIS = 240_000;

  /** An unchanged value is repeated for about a day only, so that it does not fill a disk. */
  private static final int MOST_BEATS = 360;

  private final Series series;
  private final DoubleBinaryOperator within;
  private final Series.SampleWriter out;
  private long millis;
  private double value;

  /** The time of the newest written sample. */
  private long writtenMillis = Long.MIN_VALUE;

  private int beats;

  /**
   * @param within which of two values of one millisecond is kept
   */
  Timeline(
      Series series, DoubleBinaryOperator within, Series.SampleWriter out, long at, double first) {
    this.series = series;
    this.within = within;
    this.out = out;
    this.millis = at;
    this.value = first;
  }

  double value() {
    return value;
  }

  /** Appends a value. Times never fall: a late value counts at the present time of the series. */
  void append(long at, double next) throws IOException {
    if (at > millis) {
      writeUntil(at);
      millis = at;
      value = next;
      beats = 0;
    } else {
      value = within.applyAsDouble(value, next);
    }
  }

  /** Ends the series at once, with a stale marker. */
  void leave(long at) throws IOException {
    writeUntil(Math.max(at, millis + 1));
    out.write(series, Math.max(at, writtenMillis + 1), HistoryWriter.STALE);
  }

  /** Ends the series with a last sample. */
  void stay(long at) throws IOException {
    writeUntil(at);
    if (at > writtenMillis) {
      write(at);
    }
  }

  private void writeUntil(long until) throws IOException {
    write(millis);
    while (beats < MOST_BEATS && millis + (beats + 1) * BEAT_MILLIS < until) {
      beats++;
      write(millis + beats * BEAT_MILLIS);
    }
  }

  private void write(long at) throws IOException {
    out.write(series, at, value);
    writtenMillis = at;
  }
}
