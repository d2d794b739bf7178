package io.tidemark.analysis.system.tenstorrent;

import java.util.Map;

/** The numbers of a record: older files print them as texts. */
final class Figures {

  /** Thirteen digits hold every bank and buffer there is, and their sums fit a long. */
  private static final int MAX_DIGITS = 13;

  private Figures() {}

  /** −1 when there is none, or none that is one. */
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
