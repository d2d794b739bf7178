package io.tidemark.analysis.parse;

import java.util.OptionalLong;

/** Whole numbers as debug records print them. */
final class Numbers {

  private static final int MAX_HEX_DIGITS = 16;

  private Numbers() {}

  static OptionalLong parse(String value) {
    int end = value.endsWith("%") ? value.length() - 1 : value.length();
    return value.startsWith("0x") ? hexadecimal(value, end) : decimal(value, end);
  }

  private static OptionalLong hexadecimal(String value, int end) {
    if (end < 3 || end - 2 > MAX_HEX_DIGITS) {
      return OptionalLong.empty();
    }
    long number = 0;
    for (int i = 2; i < end; i++) {
      char c = value.charAt(i);
      int digit = c < 0x80 ? Character.digit(c, 16) : -1;
      if (digit < 0) {
        return OptionalLong.empty();
      }
      number = number << 4 | digit;
    }
    return OptionalLong.of(number);
  }

  /** Counts down: the lowest long has no positive counterpart. */
  private static OptionalLong decimal(String value, int end) {
    boolean negative = value.startsWith("-");
    int first = negative ? 1 : 0;
    if (end <= first) {
      return OptionalLong.empty();
    }
    long limit = negative ? Long.MIN_VALUE : -Long.MAX_VALUE;
    long number = 0;
    for (int i = first; i < end; i++) {
      int digit = value.charAt(i) - '0';
      if (digit < 0 || digit > 9 || number < (limit + digit) / 10) {
        return OptionalLong.empty();
      }
      number = number * 10 - digit;
    }
    return OptionalLong.of(negative ? number : -number);
  }
}
