package io.tidemark.analysis.system.tenstorrent.mlir;

import java.util.ArrayList;
import java.util.List;

/** Dimensions such as {@code 1x768xbf16}: the sizes, and the text after them. */
record Dimensions(List<Long> sizes, String rest) {

  private static final int MAX_DIGITS = 18;

  static Dimensions of(String text) {
    List<Long> sizes = new ArrayList<>();
    int at = 0;
    while (true) {
      int end = at;
      while (end < text.length() && isDigit(text.charAt(end))) {
        end++;
      }
      if (end == at || end - at > MAX_DIGITS) {
        return new Dimensions(sizes, text.substring(at));
      }
      sizes.add(Long.parseLong(text.substring(at, end)));
      if (end == text.length() || text.charAt(end) != 'x') {
        return new Dimensions(sizes, text.substring(end));
      }
      at = end + 1;
    }
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }
}
