package io.tidemark.app.summary;

import java.util.ArrayList;
import java.util.List;

/**
 * Text in columns. A heading and its text are lines of at most 80 columns; continued text is
 * indented below itself.
 */
public final class Columns {

  private static final int HEADING = 12;
  private static final int WIDTH = 80;

  private Columns() {}

  static List<String> wrapped(String heading, String text) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder(heading);
    pad(line);
    boolean empty = true;
    for (String part : parts(text, WIDTH - HEADING)) {
      if (!empty && line.length() + part.length() > WIDTH) {
        lines.add(line.toString().stripTrailing());
        line = new StringBuilder();
        pad(line);
        empty = true;
      }
      line.append(empty ? part.stripLeading() : part);
      empty = false;
    }
    lines.add(line.toString().stripTrailing());
    return lines;
  }

  /** Rows of cells as lines: each column as wide as its widest cell. */
  public static List<String> table(List<List<String>> rows) {
    List<String> lines = new ArrayList<>();
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < row.size(); i++) {
        int column = i;
        int width = rows.stream().mapToInt(other -> other.get(column).length()).max().orElse(0);
        line.append(row.get(i)).append(" ".repeat(width - row.get(i).length() + 2));
      }
      lines.add(line.toString().stripTrailing());
    }
    return lines;
  }

  /** Two spaces separate groups of figures; a group too long for a line is split into words. */
  private static List<String> parts(String text, int most) {
    List<String> parts = new ArrayList<>();
    for (String part : text.split("(?<! )(?= {2})", -1)) {
      if (part.strip().length() <= most) {
        parts.add(part);
      } else {
        parts.addAll(List.of(part.split("(?<! )(?= )", -1)));
      }
    }
    return parts;
  }

  private static void pad(StringBuilder line) {
    do {
      line.append(' ');
    } while (line.length() < HEADING);
  }
}
