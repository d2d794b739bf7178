package io.tidemark.analysis.unwrap;

import io.tidemark.analysis.line.Bytes;
import io.tidemark.model.log.Slice;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Parses the times that loggers state, in epoch milliseconds. */
final class OwnTime {

  private static final byte[] DATE = Bytes.of("0000-00-00");
  private static final byte[] CLOCK = Bytes.of("00:00:00");
  private static final long MINUTE = 60_000;
  private static final long DAY = 1440 * MINUTE;

  /** A larger figure has a smaller unit: as seconds it would be beyond the year 5000. */
  private static final double LARGEST_SECONDS = 1e11;

  private OwnTime() {}

  /**
   * Parses a date such as {@code 2026-11-22T05:54:09.123Z}, in UTC if it has no zone, or a figure.
   */
  static @Nullable Long of(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    int clock = Bytes.past(DATE, bytes, 0, bytes.length) + 1;
    int past = clock > 0 ? Bytes.past(CLOCK, bytes, clock, bytes.length) : -1;
    if (past < 0) {
      return figure(text);
    }
    int zone = past;
    if (zone < bytes.length && (bytes[zone] == '.' || bytes[zone] == ',')) {
      do {
        zone++;
      } while (zone < bytes.length && Bytes.isDigit(bytes[zone]));
    }
    Long offset = offset(text.substring(zone));
    long millis = days(text) * DAY + clock(text, clock) + fraction(text, past, zone);
    return offset == null ? null : sensible(millis - offset);
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

  /** Returns the offset in milliseconds east of UTC. */
  private static @Nullable Long offset(String zone) {
    if (zone.isEmpty() || zone.equals("Z")) {
      return 0L;
    }
    String digits = zone.substring(1).replace(":", "");
    boolean signed = zone.charAt(0) == '+' || zone.charAt(0) == '-';
    if (!signed || !digits.matches("[0-9]{4}")) {
      return null;
    }
    long minutes = number(digits, 0, 2) * 60 + number(digits, 2, 4);
    return (zone.charAt(0) == '-' ? -minutes : minutes) * MINUTE;
  }

  private static long clock(String text, int at) {
    long minutes = number(text, at, at + 2) * 60 + number(text, at + 3, at + 5);
    return minutes * MINUTE + number(text, at + 6, at + 8) * 1000;
  }

  private static long fraction(String text, int from, int to) {
    String digits = (to > from ? text.substring(from + 1, to) : "") + "000";
    return number(digits, 0, 3);
  }

  /** Days since 1970 in the proleptic Gregorian calendar; years are counted from March. */
  private static long days(String text) {
    long month = number(text, 5, 7);
    long year = number(text, 0, 4) - (month <= 2 ? 1 : 0);
    long dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + number(text, 8, 10) - 1;
    return year * 365 + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468;
  }

  private static long number(String text, int from, int to) {
    return Long.parseLong(text.substring(from, to));
  }
}
