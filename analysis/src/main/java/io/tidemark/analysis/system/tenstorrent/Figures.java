package io.tidemark.analysis.system.tenstorrent;

import java.util.Map;

/** Reads the numbers of a record; older files print them as strings. */
final class Figures {

  /** Thirteen digits are enough for any bank or buffer, and sums still fit a long. */
  private static final int MAX_DIGITS = 13;

  private Figures() {}

  /** Returns −1 if the value is absent or no number. */
  static long of(Map<String, String> record, String name) {
    String text = record.get(name);
    return text == null || !isNumber(text) ? -1 : Long.parseLong(text);
  }

  private static boolean isNumber(String text) {
    return !text.isEmpty()
        && text.length() <= MAX_DIGITS
        && text.chars().allMatch(c -> c >= '0' && c <= '9');
  }
}
