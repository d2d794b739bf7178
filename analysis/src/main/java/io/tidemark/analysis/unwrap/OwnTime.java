package io.tidemark.analysis.unwrap;

import io.tidemark.analysis.date.LogDate;
import io.tidemark.analysis.date.Notation;
import io.tidemark.model.log.Slice;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/** Parses the times that loggers state, in epoch milliseconds. */
final class OwnTime {

  /** A larger figure has a smaller unit: as seconds it would be beyond the year 5000. */
  private static final double LARGEST_SECONDS = 1e11;

  private OwnTime() {}

  /**
   * Parses a date such as {@code 2026-11-22T05:54:09.123Z}, in UTC if it has no zone, or a figure.
   */
  static @Nullable Long of(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    LogDate date = Notation.read(bytes, 0, bytes.length);
    return date == null || date.yearless() ? figure(text) : sensible(date.millis(ZoneOffset.UTC));
  }

  /** Parses seconds, or a whole number of milli-, micro- or nanoseconds. */
  static @Nullable Long figure(String text) {
    double figure;
    try {
      figure = Double.parseDouble(text);
    } catch (NumberFormatException e) {
      return null;
    }
    double millis = figure * 1000;
    while (millis > LARGEST_SECONDS * 1000) {
      millis /= 1000;
    }
    return Double.isNaN(millis) ? null : sensible(Math.round(millis));
  }

  private static @Nullable Long sensible(long millis) {
    return millis > 0 && millis <= Slice.MAX_MILLIS ? millis : null;
  }
}
