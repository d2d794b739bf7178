package io.tidemark.analysis.message;

import java.util.List;

/**
 * A word, blank, field, choice or optional part of the text of a {@link Template}.
 *
 * @param begins pattern of all that it may begin with; empty if it has one part
 * @param open whether it may be of any length
 * @param figure whether it is a figure that the message states
 */
record TemplateNode(String pattern, String begins, boolean open, String plain, boolean figure) {

  /** A piece of text without a field, long enough to be searched for in every line. */
  static final int LEAST_NEEDLE = 11;

  static final int GOOD_NEEDLE = 16;

  static final String BLANK = "[ \\t\\n]+";

  /** Blanks that may be missing. */
  static final String BLANKS = "[ \\t\\n]*";

  TemplateNode(String pattern, boolean open, String plain) {
    this(pattern, "", open, plain, false);
  }

  TemplateNode(String pattern, String begins, boolean open) {
    this(pattern, begins, open, "", false);
  }

  static String pattern(List<TemplateNode> nodes) {
    StringBuilder all = new StringBuilder();
    nodes.forEach(node -> all.append(node.pattern));
    return all.toString();
  }

  /** Returns a pattern of as many of the nodes, from the first on, as stand in a text. */
  static String begins(List<TemplateNode> nodes) {
    String all = "";
    for (int i = nodes.size() - 1; i >= 0; i--) {
      TemplateNode node = nodes.get(i);
      String part = node.begins.isEmpty() ? "" : "|" + node.begins;
      all = "(?:" + node.pattern + all + part + ")?";
    }
    return all;
  }

  /** Returns the nodes from the first text of a good length on, else from the longest. */
  static List<TemplateNode> fromNeedle(List<TemplateNode> nodes, int good) {
    int best = 0;
    int most = 0;
    int length = 0;
    int begin = 0;
    for (int i = 0; i < nodes.size() && most < good; i++) {
      length += nodes.get(i).plain.length();
      boolean ends = i + 1 == nodes.size() || nodes.get(i + 1).plain.isEmpty();
      if (ends) {
        best = length > most ? begin : best;
        most = Math.max(most, length);
        length = 0;
        begin = i + 1;
      } else if (nodes.get(i).plain.isEmpty()) {
        begin = i + 1;
      }
    }
    if (most < LEAST_NEEDLE) {
      throw new IllegalArgumentException(
          "the longest text outside its fields and optional parts has %d bytes: want at least %d, which are searched for in every line"
              .formatted(most, LEAST_NEEDLE));
    }
    best += most > LEAST_NEEDLE + 1 && nodes.get(best).pattern.equals(BLANK) ? 1 : 0;
    return nodes.subList(best, nodes.size());
  }
}
