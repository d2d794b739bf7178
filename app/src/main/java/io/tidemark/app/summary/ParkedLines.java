package io.tidemark.app.summary;

import io.tidemark.model.TerminalText;
import io.tidemark.sink.board.Board;
import java.util.List;

/** One line per source whose analysis failed. */
public final class ParkedLines {

  private ParkedLines() {}

  /** The lines, sorted by name of the source. */
  public static List<String> of(Board board) {
    return board.parked().entrySet().stream()
        .map(
            one ->
                "source %s %s: analysis failed: %s"
                    .formatted(
                        TerminalText.of(one.getKey()),
                        one.getValue().parked() ? "is PARKED" : "catches up",
                        TerminalText.of(one.getValue().sentence())))
        .toList();
  }
}
