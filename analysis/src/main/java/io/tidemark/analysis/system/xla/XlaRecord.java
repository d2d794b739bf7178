package io.tidemark.analysis.system.xla;

import io.tidemark.analysis.message.RowFact;
import io.tidemark.analysis.plan.PageTexts;
import io.tidemark.analysis.state.Stored;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A record of several lines while they arrive, such as a dump or a buffer: texts and figures by
 * their names in {@code lines.txt}.
 */
@Stored
final class XlaRecord {

  /** Limit of a figure: no memory is larger, and sums over a list do not overflow. */
  static final long MOST = 1L << 50;

  private final Map<String, String> words = new LinkedHashMap<>();
  private final Map<String, Long> figures = new LinkedHashMap<>();

  /** Adds a line: to a sum, to a maximum, or in place of what an earlier line stated. */
  void add(RowFact line) {
    line.words().forEach((name, word) -> words.put(name, PageTexts.limited(word.strip())));
    line.figures()
        .forEach(
            (name, figure) -> {
              long known = name.charAt(0) == '+' ? Math.max(0, figure(name)) + figure : figure;
              put(name, name.charAt(0) == '^' ? Math.max(figure, figure(name)) : known);
            });
  }

  void put(String name, long figure) {
    figures.put(name, Math.min(figure, MOST));
  }

  /** Drops the sums and maxima. */
  void recount() {
    figures.keySet().removeIf(name -> !Character.isLetter(name.charAt(0)));
  }

  /** A text; empty if it is unknown. */
  String word(String name) {
    return words.getOrDefault(name, "");
  }

  /** A figure; −1 if it is unknown. */
  long figure(String name) {
    return figures.getOrDefault(name, -1L);
  }

  /** All figures, in the order of their lines. */
  Map<String, Long> figures() {
    return figures;
  }
}
