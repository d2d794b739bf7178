package io.tidemark.app.watch;

import io.tidemark.app.notify.Notifier;
import io.tidemark.app.pipeline.AllInOne;
import io.tidemark.app.pipeline.Delivery;
import io.tidemark.app.summary.Summary;
import io.tidemark.model.TerminalText;
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
}
