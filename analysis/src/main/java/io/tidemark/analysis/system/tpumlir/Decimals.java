package io.tidemark.analysis.system.tpumlir;

import io.tidemark.analysis.line.Bytes;
import io.tidemark.analysis.line.Cursor;

/** Reads floats as Python prints them: {@code 12.5}, {@code 7}, {@code 1e-05}. */
final class Decimals {

  private static final int MAX_BYTES = 32;

  private Decimals() {}

  /**
   * Reads the number after {@code literal}. Returns NaN and leaves the cursor if either is missing.
   */
  static double after(byte[] literal, Cursor in) {
    int begin = in.at;
    if (!in.accept(literal)) {
      return Double.NaN;
    }
    int end = in.at;
    while (end < in.end && isPart(in.bytes[end])) {
      end++;
    }
    int from = in.at;
    if (end > from && end - from <= MAX_BYTES) {
      try {
        double value = Double.parseDouble(in.text(end));
        in.at = end;
        return value;
      } catch (NumberFormatException e) {
        // These characters are in an invalid order.
      }
    }
    in.broke = from;
    in.at = begin;
    return Double.NaN;
  }

  private static boolean isPart(byte b) {
    return Bytes.isDigit(b) || b == '.' || b == '-' || b == '+' || b == 'e';
  }
}
