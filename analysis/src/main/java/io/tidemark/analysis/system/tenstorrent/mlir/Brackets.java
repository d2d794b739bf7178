package io.tidemark.analysis.system.tenstorrent.mlir;

import java.util.ArrayList;
import java.util.List;

/**
 * Parses text with nested brackets and quoted strings; MLIR's {@code ->} is an arrow, not a
 * bracket.
 */
final class Brackets {

  private Brackets() {}

  /**
   * Position after the bracket that closes the one at {@code open}; the end of the text if none
   * does.
   */
  static int past(String text, int open) {
    int depth = 0;
    for (int i = open; i < text.length(); i = next(text, i)) {
      depth += step(text, i);
      if (depth == 0) {
        return i + 1;
      }
    }
    return text.length();
  }

  /** First position of {@code wanted} outside all brackets, or −1. */
  static int find(String text, int from, String wanted) {
    int depth = 0;
    for (int i = from; i < text.length(); i = next(text, i)) {
      if (depth == 0 && text.startsWith(wanted, i)) {
        return i;
      }
      depth += step(text, i);
    }
    return -1;
  }

  /** Splits at commas outside all brackets, and strips blanks from the parts. */
  static List<String> split(String text) {
    List<String> parts = new ArrayList<>();
    int from = 0;
    while (from < text.length()) {
      int comma = find(text, from, ",");
      int to = comma < 0 ? text.length() : comma;
      parts.add(text.substring(from, to).strip());
      from = to + 1;
    }
    return parts;
  }

  private static int step(String text, int at) {
    return switch (text.charAt(at)) {
      case '(', '<', '[', '{' -> 1;
      case ')', '>', ']', '}' -> -1;
      default -> 0;
    };
  }

  private static int next(String text, int at) {
    if (text.startsWith("->", at)) {
      return at + 2;
    }
    if (text.charAt(at) != '"') {
      return at + 1;
    }
    int close = text.indexOf('"', at + 1);
    return close < 0 ? text.length() : close + 1;
  }
}
