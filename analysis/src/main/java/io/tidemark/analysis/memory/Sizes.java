package io.tidemark.analysis.memory;

import io.tidemark.analysis.line.Bytes;
import io.tidemark.analysis.line.Cursor;

/**
 * Parses human-readable sizes as XLA prints them: {@code 14.31G}, {@code 16.00MiB}, {@code 0B}, or
 * a bare number. Every unit is a power of 1024, with or without {@code i} in its name.
 */
public final class Sizes {

  /** Returned if there is no valid size. */
  public static final long NONE = Long.MIN_VALUE;

  private static final String UNITS = "KMGTPE";
  private static final int MAX_WHOLE_DIGITS = 18;
  private static final int MAX_DECIMALS = 9;

  private Sizes() {}

  /** Reads a size in bytes, rounded; {@link #NONE} if absent or too large. */
  public static long read(Cursor cursor) {
    int from = Bytes.skipColour(cursor.bytes, cursor.at, cursor.end);
    boolean negative = from < cursor.end && cursor.bytes[from] == '-';
    Cursor rest = new Cursor(cursor.bytes, negative ? from + 1 : from, cursor.end);
    long bytes = unsigned(rest);
    cursor.tooLarge = bytes > MemoryBounds.MAX_BYTES || rest.tooLarge;
    if (bytes < 0 || cursor.tooLarge) {
      cursor.broke = cursor.tooLarge ? from : rest.broke;
      return NONE;
    }
    cursor.at = rest.at;
    return negative ? -bytes : bytes;
  }

  /** Largest rounding error in bytes of a human-readable size, which grows with its unit. */
  public static long rounding(long bytes) {
    int shift = (63 - Long.numberOfLeadingZeros(Math.max(1, bytes))) / 10 * 10;
    // Bytes are exact, KiB have one decimal, larger units two. Both values are off by half a digit.
    return shift == 0 ? 0 : (1L << shift) / (shift == 10 ? 10 : 100);
  }

  private static long unsigned(Cursor cursor) {
    long whole = cursor.number(MAX_WHOLE_DIGITS);
    if (whole < 0) {
      return -1;
    }
    double fraction = 0;
    if (cursor.at < cursor.end && cursor.bytes[cursor.at] == '.') {
      cursor.at++;
      int from = cursor.at;
      long decimals = cursor.number(MAX_DECIMALS);
      if (decimals < 0) {
        return -1;
      }
      fraction = decimals / Math.pow(10, cursor.at - from);
    }
    int unit = cursor.at;
    int shift = unit(cursor);
    if (fraction > 0 && cursor.at == unit) {
      // A fraction of a byte: the unit is cut off.
      cursor.broke = unit;
      return -1;
    }
    if (whole > Long.MAX_VALUE >> (shift + 1)) {
      cursor.tooLarge = true;
      return -1;
    }
    return (whole << shift) + Math.round(fraction * (1L << shift));
  }

  /** Skips {@code K}, {@code KiB}, {@code B} or similar, and returns the power of two. */
  private static int unit(Cursor cursor) {
    int shift = 0;
    if (cursor.at < cursor.end) {
      shift = 10 * (UNITS.indexOf(cursor.bytes[cursor.at]) + 1);
      cursor.at += shift > 0 ? 1 : 0;
    }
    if (shift > 0 && next(cursor, 'i')) {
      cursor.at++;
    }
    if (next(cursor, 'B')) {
      cursor.at++;
    }
    return shift;
  }

  private static boolean next(Cursor cursor, char wanted) {
    return cursor.at < cursor.end && cursor.bytes[cursor.at] == wanted;
  }
}
