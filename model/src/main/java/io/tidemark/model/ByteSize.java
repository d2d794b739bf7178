package io.tidemark.model;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Sizes in bytes and their IEC units. */
public final class ByteSize {

  public static final long MIB = 1L << 20;
  public static final long GIB = 1L << 30;
  public static final long TIB = 1L << 40;

  private static final String[] UNITS = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  private static final int UNIT_OF_GIB = 3;

  private ByteSize() {}

  /**
   * Returns a figure of bytes or a step; {@code null} for a negative one, with which parsers and
   * records of release 0.1.0 state an unknown figure.
   */
  public static @Nullable Long known(@Nullable Long figure) {
    return figure == null || figure < 0 ? null : figure;
  }

  /**
   * Formats bytes in the largest fitting unit: integers in bytes, else at least three digits, and
   * two decimals from GiB on, so that 11.80 and 11.86 GiB differ. The page has the same rule.
   */
  public static String text(long bytes) {
    return text(bytes, largestUnit(bytes));
  }

  /**
   * As {@link #text(long)}, in the largest unit in which the text differs from those of the other
   * figures that are not equal.
   */
  public static String apart(long bytes, @Nullable Long... others) {
    int unit = largestUnit(bytes);
    for (Long other : others) {
      while (unit > 0
          && other != null
          && other != bytes
          && text(bytes, unit).equals(text(other, unit))) {
        unit--;
      }
    }
    return text(bytes, unit);
  }

  private static int largestUnit(long bytes) {
    double value = Math.abs((double) bytes);
    int unit = 0;
    while (value >= 1024 && unit < UNITS.length - 1) {
      value /= 1024;
      unit++;
    }
    return unit;
  }

  private static String text(long bytes, int unit) {
    double value = bytes / Math.pow(1024, unit);
    int decimals = unit == 0 ? 0 : unit >= UNIT_OF_GIB || Math.abs(value) < 10 ? 2 : 1;
    return String.format(Locale.ROOT, "%." + decimals + "f %s", value, UNITS[unit]);
  }

  /** Returns the size of the largest fitting unit in bytes. */
  public static long unitOf(long bytes) {
    long unit = 1;
    while (bytes / unit >= 1024) {
      unit *= 1024;
    }
    return unit;
  }

  public static double inMib(long bytes) {
    return (double) bytes / MIB;
  }
}
