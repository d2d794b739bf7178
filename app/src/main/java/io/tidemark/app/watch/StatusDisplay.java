package io.tidemark.app.watch;

import io.tidemark.app.summary.StatusLines;
import io.tidemark.app.summary.StatusLines.Row;
import io.tidemark.model.TerminalText;
import io.tidemark.model.log.RunId;
import io.tidemark.sink.board.Board;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Shows the status of runs. On a terminal: the first rows that fit, redrawn in place. Else, where
 * what is printed stays: a row each time the kind of its run's status changes.
 */
final class StatusDisplay {

  /** The idle minutes of a board that does not change are late by this at most. */
  static final long LOOK_AGAIN_MILLIS = 15_000;

  private static final String CLEAR_BELOW = "\u001b[J";

  /** Wide characters may pass the terminal's width: clipped there, a row is one of the screen. */
  private static final String CLIP = "\u001b[?7l";

  private static final String WRAP = "\u001b[?7h";

  private final PrintStream out;
  private final @Nullable TerminalSize terminal;
  private final Map<RunId, String> kinds = new HashMap<>();
  private List<String> shown = List.of();
  private @Nullable Board seen;
  private long seenMillis;

  /**
   * Shows nothing yet.
   *
   * @param terminal {@code null} for a pipe or a file
   */
  StatusDisplay(PrintStream out, @Nullable TerminalSize terminal) {
    this.out = out;
    this.terminal = terminal;
  }

  /** Shows the rows of a board. Skips a board that was seen a moment ago: rows cost CPU. */
  @SuppressWarnings("ReferenceEquality") // a changed board is another object
  void look(Board board, long nowMillis) {
    if (board != seen || Math.abs(nowMillis - seenMillis) >= LOOK_AGAIN_MILLIS) {
      seen = board;
      seenMillis = nowMillis;
      show(StatusLines.of(board, nowMillis));
    }
  }

  void show(List<Row> rows) {
    if (terminal != null) {
      redraw(fitting(rows, terminal.now()));
      return;
    }
    for (Row row : rows) {
      if (!row.kind().equals(kinds.put(row.run(), row.kind()))) {
        out.println(TerminalText.of(row.text()));
      }
    }
    out.flush();
  }

  /** The cursor takes the last row of the screen. */
  private static List<String> fitting(List<Row> rows, TerminalSize.Cells cells) {
    int most = Math.max(2, cells.rows() - 1);
    int whole = rows.size() <= most ? rows.size() : most - 1;
    List<String> lines = new ArrayList<>();
    rows.stream()
        .limit(whole)
        .forEach(row -> lines.add(cut(TerminalText.of(row.text()), cells.columns())));
    if (whole < rows.size()) {
      lines.add("and %,d more".formatted(rows.size() - whole));
    }
    return lines;
  }

  /** Cut behind a word, unless little of the text is left then. */
  private static String cut(String text, int columns) {
    if (text.codePointCount(0, text.length()) <= columns) {
      return text;
    }
    int end = text.offsetByCodePoints(0, Math.max(1, columns - 1));
    int word = text.lastIndexOf(' ', end);
    return text.substring(0, word > end / 2 ? word : end) + "…";
  }

  private void redraw(List<String> lines) {
    if (lines.equals(shown)) {
      return;
    }
    if (!shown.isEmpty()) {
      out.print("\u001b[" + shown.size() + "A" + CLEAR_BELOW);
    }
    out.print(CLIP);
    lines.forEach(out::println);
    out.print(WRAP);
    out.flush();
    shown = lines;
  }
}
