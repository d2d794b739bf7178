package io.tidemark.app.watch;

import io.tidemark.app.summary.StatusLines;
import io.tidemark.model.TerminalText;
import io.tidemark.sink.board.Board;
import java.io.PrintStream;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Shows status lines: redrawn in place on a terminal, else each changed line anew. */
final class StatusDisplay {

  /** The idle minutes of a board that does not change are late by this at most. */
  static final long LOOK_AGAIN_MILLIS = 15_000;

  private static final String CLEAR_BELOW = "\u001b[J";

  /** A line beyond the terminal's width is clipped there: a row each is what is drawn over. */
  private static final String CLIP = "\u001b[?7l";

  private static final String WRAP = "\u001b[?7h";

  private final PrintStream out;
  private final boolean terminal;
  private List<String> shown = List.of();
  private @Nullable Board seen;
  private long seenMillis;

  StatusDisplay(PrintStream out, boolean terminal) {
    this.out = out;
    this.terminal = terminal;
  }

  /** Shows the lines of a board. Skips a board that was seen a moment ago: lines cost CPU. */
  @SuppressWarnings("ReferenceEquality") // a changed board is another object
  void look(Board board, long nowMillis) {
    if (board != seen || Math.abs(nowMillis - seenMillis) >= LOOK_AGAIN_MILLIS) {
      seen = board;
      seenMillis = nowMillis;
      show(StatusLines.of(board, nowMillis));
    }
  }

  void show(List<String> status) {
    List<String> lines = status.stream().map(TerminalText::of).toList();
    if (lines.equals(shown)) {
      return;
    }
    if (terminal && !shown.isEmpty()) {
      out.print("\u001b[" + shown.size() + "A" + CLEAR_BELOW);
    }
    Set<String> known = terminal ? Set.of() : new HashSet<>(shown);
    out.print(terminal ? CLIP : "");
    lines.stream().filter(line -> !known.contains(line)).forEach(out::println);
    out.print(terminal ? WRAP : "");
    out.flush();
    shown = List.copyOf(lines);
  }
}
