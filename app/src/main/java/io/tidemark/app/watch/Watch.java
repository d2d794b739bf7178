package io.tidemark.app.watch;

import io.tidemark.app.notify.Notifier;
import io.tidemark.app.pipeline.AllInOne;
import io.tidemark.app.pipeline.Delivery;
import io.tidemark.app.summary.StatusLines;
import io.tidemark.app.summary.Summary;
import io.tidemark.model.TerminalText;
import io.tidemark.sink.board.Board;
import io.tidemark.sink.page.StateDocument;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Runs the all-in-one and shows on a terminal what it knows. */
public final class Watch {

  private static final long LOOK_MILLIS = 200;

  private static final long LOOKS_PER_ABSENT = 5;

  /** What a pipe or a file gets stays there, so it gets less of it. */
  private static final long LOOKS_PER_PRINTED_STATUS = 25;

  private final AllInOne parts;
  private final PrintStream out;
  private final CountDownLatch stop;
  private final Clock clock = Clock.systemUTC();

  public Watch(AllInOne parts, PrintStream out, CountDownLatch stop) {
    this.parts = parts;
    this.out = out;
    this.stop = stop;
  }

  /** Until everything is on the board; then prints the summary, or the canonical state. */
  public void once(boolean json) throws InterruptedException {
    if (!Delivery.await(parts::lacks, parts::check, stop)) {
      return;
    }
    out.print(json ? StateDocument.of(parts.board()) : Summary.of(parts.board(), clock.millis()));
    out.flush();
  }

  /**
   * Until stopped: a status line per run.
   *
   * @param terminal whether lines can be redrawn in place
   * @param notifier sees every board
   */
  public void follow(boolean terminal, Notifier notifier) throws InterruptedException {
    out.println("page and metrics on " + parts.address());
    Set<String> awaited = new HashSet<>();
    StatusDisplay display = new StatusDisplay(out, terminal);
    long looksPerStatus = terminal ? 1 : LOOKS_PER_PRINTED_STATUS;
    for (long look = 0; !stop.await(LOOK_MILLIS, TimeUnit.MILLISECONDS); look++) {
      parts.check();
      for (String path : look % LOOKS_PER_ABSENT == 0 ? parts.awaited() : List.<String>of()) {
        if (awaited.add(path)) {
          String why =
              Files.exists(Path.of(path)) ? "it cannot be read yet" : "it is not there yet";
          out.println("waiting for " + TerminalText.of(path) + ": " + why);
        }
      }
      if (parts.sink().ready()) {
        notifier.look(parts::board);
      }
      if (look % looksPerStatus == 0) {
        display.look(parts.board(), clock.millis());
      }
    }
  }

  /** Shows status lines: redrawn in place on a terminal, else each changed line anew. */
  static final class StatusDisplay {

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
}
