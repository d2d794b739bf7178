package io.tidemark.app.watch;

import io.tidemark.model.MemoryKey;
import io.tidemark.model.MemoryUsage;
import io.tidemark.model.Peak;
import io.tidemark.sink.Board;
import java.io.PrintStream;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Runs the all-in-one and shows on a terminal what it knows. */
public final class Watch {

  private static final int BAR_CELLS = 20;
  private static final long LOOK_MILLIS = 200;
  private static final int LOOKS_PER_STATUS = 25;

  private final AllInOne parts;
  private final PrintStream out;
  private final CountDownLatch stop;

  public Watch(AllInOne parts, PrintStream out, CountDownLatch stop) {
    this.parts = parts;
    this.out = out;
    this.stop = stop;
  }

  /** Until everything is on the board; then prints the summary, or the canonical state. */
  public void once(boolean json) throws InterruptedException {
    while (!parts.drained()) {
      parts.check();
      if (stop.await(50, TimeUnit.MILLISECONDS)) {
        return;
      }
    }
    out.print(json ? parts.sink().stateJson() : Summary.of(parts.sink().board()));
    out.flush();
  }

  /** Until stopped: a status line per run and memory whenever one changed. */
  public void follow() throws InterruptedException {
    out.println("page and metrics on http://127.0.0.1:" + parts.sink().port());
    String shown = "";
    int looks = 0;
    while (!stop.await(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
      parts.check();
      if (looks++ % LOOKS_PER_STATUS == 0) {
        String status = status(parts.sink().board());
        if (!status.equals(shown)) {
          out.print(status);
          out.flush();
          shown = status;
        }
      }
    }
  }

  static String status(Board board) {
    StringBuilder lines = new StringBuilder();
    board.usage().forEach((key, usage) -> lines.append(status(key, usage)));
    return lines.toString();
  }

  private static String status(MemoryKey key, MemoryUsage usage) {
    if (usage.now().capacityBytes() == 0) {
      return "";
    }
    double ratio = usage.now().usedRatio();
    int full = (int) Math.min(BAR_CELLS, Math.round(ratio * BAR_CELLS));
    Peak peak = usage.tidemark();
    return String.format(
        Locale.ROOT,
        "%s device %s %-8s [%s%s] %5.1f %%  peak %5.1f %% before %s%n",
        Summary.printable(key.run().toString()),
        key.device(),
        key.memory(),
        "#".repeat(full),
        ".".repeat(BAR_CELLS - full),
        100 * ratio,
        100.0 * peak.usedBytes() / usage.now().capacityBytes(),
        Summary.printable(peak.before()));
  }
}
