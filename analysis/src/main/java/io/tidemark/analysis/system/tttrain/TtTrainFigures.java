package io.tidemark.analysis.system.tttrain;

import io.tidemark.analysis.line.Bytes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads labelled figures in MB of 2^20 bytes, with up to six decimals. */
final class TtTrainFigures {

  private static final String UNIT = " MB";
  private static final int MAX_WHOLE_DIGITS = 12;
  private static final int MAX_DECIMALS = 6;
  private static final double[] SCALES = {1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6};

  /** Integers up to this limit are exact doubles, so one division rounds like a text parser. */
  private static final long MAX_EXACT = 1L << 53;

  private final byte[] bytes;
  private final int end;
  private int at;

  private TtTrainFigures(byte[] bytes, int at, int end) {
    this.bytes = bytes;
    this.at = at;
    this.end = end;
  }

  /**
   * Returns the figures rounded to bytes; {@code null} if one is missing.
   *
   * @param plus whether the last may have a plus sign; each may have a minus sign
   */
  static long @Nullable [] read(byte[] bytes, int at, int end, List<String> labels, boolean plus) {
    TtTrainFigures in = new TtTrainFigures(bytes, at, end);
    long[] figures = new long[labels.size()];
    for (int i = 0; i < figures.length; i++) {
      double mib = in.literal(labels.get(i)) ? in.mib(plus && i == labels.size() - 1) : Double.NaN;
      if (Double.isNaN(mib)) {
        return null;
      }
      figures[i] = Math.round(mib * (1 << 20));
    }
    return figures;
  }

  private boolean literal(String text) {
    if (end - at < text.length()) {
      return false;
    }
    for (int i = 0; i < text.length(); i++) {
      if (bytes[at + i] != text.charAt(i)) {
        return false;
      }
    }
    at += text.length();
    return true;
  }

  /** Reads a blank, a figure and its unit; NaN if it is missing. */
  private double mib(boolean plus) {
    if (at + 1 >= end || bytes[at] != ' ') {
      return Double.NaN;
    }
    at++;
    int from = at;
    boolean negative = bytes[at] == '-';
    at += negative || (plus && bytes[at] == '+') ? 1 : 0;
    int digits = at;
    long units = digits(0, MAX_WHOLE_DIGITS);
    if (at == digits) {
      return Double.NaN;
    }
    int decimals = 0;
    if (at < end && bytes[at] == '.') {
      int point = at++;
      units = digits(units, MAX_DECIMALS);
      decimals = at - point - 1;
      if (decimals == 0) {
        return Double.NaN;
      }
    }
    int to = at;
    if (!literal(UNIT)) {
      return Double.NaN;
    }
    return units < MAX_EXACT
        ? (negative ? -units : units) / SCALES[decimals]
        : Double.parseDouble(Bytes.text(bytes, from, to));
  }

  private long digits(long before, int most) {
    long value = before;
    int last = Math.min(end, at + most);
    while (at < last && Bytes.isDigit(bytes[at])) {
      value = value * 10 + (bytes[at] - '0');
      at++;
    }
    return value;
  }
}
