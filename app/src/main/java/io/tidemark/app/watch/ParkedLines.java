package io.tidemark.app.watch;

import io.tidemark.sink.Board;
import java.util.List;

/** One line per source whose analysis failed. */
public final class ParkedLines {

  private ParkedLines() {}

  /** By name. */
  public static List<String> of(Board board) {
    return board.parked().entrySet().stream()
        .map(
            one ->
                "source %s %s: analysis failed: %s"
                    .formatted(
                        Summary.printable(one.getKey()),
                        one.getValue().parked() ? "is PARKED" : "catches up",
                        Summary.printable(one.getValue().sentence())))
        .toList();
  }
}
