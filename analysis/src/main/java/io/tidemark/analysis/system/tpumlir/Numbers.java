package io.tidemark.analysis.system.tpumlir;

import java.util.OptionalLong;

/** Parses integers of debug records. */
final class Numbers {

  private static final int MAX_HEX_DIGITS = 16;

  /** Any number of this many digits fits a long. */
  private static final int SAFE_DIGITS = 18;

  private Numbers() {}

  static OptionalLong parse(byte[] bytes, int from, int to) {
    int end = to > from && bytes[to - 1] == '%' ? to - 1 : to;
    boolean hexadecimal = to - from >= 2 && bytes[from] == '0' && bytes[from + 1] == 'x';
    return hexadecimal ? hexadecimal(bytes, from + 2, end) : decimal(bytes, from, end);
  }

  private static OptionalLong hexadecimal(byte[] bytes, int from, int end) {
    if (end <= from || end - from > MAX_HEX_DIGITS) {
      return OptionalLong.empty();
    }
    long number = 0;
    for (int i = from; i < end; i++) {
      int digit = bytes[i] < 0 ? -1 : Character.digit((char) bytes[i], 16);
      if (digit < 0) {
        return OptionalLong.empty();
      }
      number = number << 4 | digit;
    }
    return OptionalLong.of(number);
  }

  /** Counts down, since the lowest long has no positive counterpart. */
  private static OptionalLong decimal(byte[] bytes, int from, int end) {
    boolean negative = from < end && bytes[from] == '-';
    int first = negative ? from + 1 : from;
    if (end <= first) {
      return OptionalLong.empty();
    }
    long limit = negative ? Long.MIN_VALUE : -Long.MAX_VALUE;
    long number = 0;
    for (int i = first; i < end; i++) {
      int digit = bytes[i] - '0';
      if (digit < 0 || digit > 9 || (i - first >= SAFE_DIGITS && number < (limit + digit) / 10)) {
        return OptionalLong.empty();
      }
      number = number * 10 - digit;
    }
    return OptionalLong.of(negative ? number : -number);
  }
}
