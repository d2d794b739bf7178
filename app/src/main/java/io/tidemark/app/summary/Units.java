package io.tidemark.app.summary;

import java.util.List;
import java.util.Locale;

/**
 * The common unit of all figures of a line: the largest in which the largest figure is at least 1.
 */
record Units(String name, long bytes) {

  private static final List<Units> ALL =
      List.of(new Units("GiB", 1L << 30), new Units("MiB", 1L << 20), new Units("KiB", 1L << 10));

  private static final Units BYTES = new Units("B", 1);

  /** The unit for a line with this largest figure. */
  static Units of(long largestBytes) {
    return ALL.stream().filter(unit -> largestBytes >= unit.bytes()).findFirst().orElse(BYTES);
  }

  /** A figure in this unit, without its name. */
  String figure(long value) {
    if (bytes == 1) {
      return Long.toString(value);
    }
    double scaled = (double) value / bytes;
    return String.format(Locale.ROOT, Math.abs(scaled) >= 100 ? "%.0f" : "%.2f", scaled);
  }

  /** A figure in this unit, with its name. */
  String text(long value) {
    return figure(value) + " " + name;
  }
}
