package io.tidemark.app.watch;

import io.tidemark.app.notify.Notifier;
import io.tidemark.app.pipeline.AllInOne;
import io.tidemark.app.pipeline.Delivery;
import io.tidemark.app.summary.StatusLines;
import io.tidemark.app.summary.StatusLines.Row;
import io.tidemark.app.summary.Summary;
import io.tidemark.model.TerminalText;
import io.tidemark.model.log.RunId;
import io.tidemark.sink.board.Board;
import io.tidemark.sink.page.StateDocument;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
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
   * @param ends whether it ends, with the summary, once all is read and on the board
   * @param notifier sees every board
   */
  public void follow(boolean terminal, boolean ends, Notifier notifier)
      throws InterruptedException {
    out.println("page and metrics on " + parts.address());
    if (!terminal) {
      follow(new StatusDisplay(out, null), LOOKS_PER_PRINTED_STATUS, ends, notifier);
      return;
    }
    try (TerminalSize.Controlling size = new TerminalSize.Controlling()) {
      follow(new StatusDisplay(out, size), 1, ends, notifier);
    }
  }

  private void follow(StatusDisplay display, long looksPerStatus, boolean ends, Notifier notifier)
      throws InterruptedException {
    Set<String> awaited = new HashSet<>();
    for (long look = 0; !stop.await(LOOK_MILLIS, TimeUnit.MILLISECONDS); look++) {
      parts.check();
      boolean over = ends && parts.lacks().isEmpty();
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
      if (over) {
        out.print(Summary.of(parts.board(), clock.millis()));
        out.flush();
        return;
      }
    }
  }

  /**
   * Shows the status of runs. On a terminal: the first rows that fit, redrawn in place. Else, where
   * what is printed stays: a row each time the kind of its run's status changes, also of runs that
   * a newer one of their log has followed since.
   */
  static final class StatusDisplay {

    /** The idle minutes of a board that does not change are late by this at most. */
    static final long LOOK_AGAIN_MILLIS = 15_000;

    private static final String CLEAR_BELOW = "\u001b[J";

    /** Wide characters may pass the terminal's width: clipped there, a row is one of the screen. */
    private static final String CLIP = "\u001b[?7l";

    private static final String WRAP = "\u001b[?7h";

    private final PrintStream out;
    private final @Nullable TerminalSize terminal;
    private final Map<RunId, String> kinds = new HashMap<>();

    private final Set<String> sources = new HashSet<>();

    /** Runs that had ended when they were printed, or when their source was first seen. */
    private final Set<RunId> ended = new HashSet<>();

    private List<String> shown = List.of();
    private @Nullable Board seen;
    private long seenMillis;

    /**
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
        notePast(board);
        show(StatusLines.of(board, nowMillis, run -> terminal == null && !ended.contains(run)));
      }
    }

    private void notePast(Board board) {
      ended.retainAll(board.runs().keySet());
      Set<String> known = Set.copyOf(sources);
      board
          .runs()
          .forEach(
              (run, status) -> {
                sources.add(run.source());
                if (!known.contains(run.source()) && status.endMillis() != null) {
                  ended.add(run);
                }
              });
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
        if (row.ended()) {
          ended.add(row.run());
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
}
