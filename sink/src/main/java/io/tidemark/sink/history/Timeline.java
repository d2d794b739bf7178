package io.tidemark.sink.history;

import java.io.IOException;
import java.util.function.DoubleBinaryOperator;

/**
 * One series as it grows. It keeps one of several values of one millisecond, and repeats a value
 * that holds for longer than {@link #BEAT_MILLIS}: Prometheus forgets a series without samples
 * after five minutes.
 */
final class Timeline {

  static final long BEAT_MILLIS = 240_000;

  /** A value without news for more than a day is not repeated: it must not fill a disk. */
  private static final int MOST_BEATS = 360;

  /** How long a value without news is repeated. */
  static final long LONGEST_MILLIS = MOST_BEATS * BEAT_MILLIS;

  private final Series series;
  private final DoubleBinaryOperator within;
  private final HistoryWriter out;
  private long millis;
  private double value;

  /** The time of the newest written sample. */
  private long writtenMillis = Long.MIN_VALUE;

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

  /** Appends a value; time never falls, so a late value counts as of now. */
  void append(long at, double next) throws IOException {
    if (at > millis) {
      writeUntil(at);
      begin(at, next);
      return;
    }
    double both = within.applyAsDouble(value, next);
    if (writtenMillis < millis) {
      value = both;
    } else if (both != value) {
      // The millisecond's sample is written already; a receiver refuses a second one for it.
      begin(writtenMillis + 1, both);
    }
  }

  /** Writes the value that holds at {@code now}, though no other came after it. */
  void settle(long now) throws IOException {
    writeUntil(Math.max(now, millis));
  }

  /** Marks the newest value as written before a restart. */
  void resume() {
    writtenMillis = Math.max(writtenMillis, millis);
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

  private void begin(long at, double next) {
    millis = at;
    value = next;
    beats = 0;
  }

  private void writeUntil(long until) throws IOException {
    if (writtenMillis < millis) {
      write(millis);
    }
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
