package io.tidemark.app.watch;

import io.tidemark.model.TerminalText;
import java.io.PrintStream;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Shows status lines: redrawn in place on a terminal, else each changed line anew. */
final class StatusDisplay {

  private static final String CLEAR_BELOW = "\u001b[J";

  /** A line beyond the terminal's width is clipped there: a row each is what is drawn over. */
  private static final String CLIP = "\u001b[?7l";

  private static final String WRAP = "\u001b[?7h";

  private final PrintStream out;
  private final boolean terminal;
  private List<String> shown = List.of();

  StatusDisplay(PrintStream out, boolean terminal) {
    this.out = out;
    this.terminal = terminal;
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
