package io.tidemark.app;

import io.tidemark.app.replay.Shipped;
import io.tidemark.model.TerminalText;
import java.io.PrintStream;

/** One line on a terminal that is written over; nothing where standard error is none. */
final class ProgressLine {

  private static final long EVERY_MILLIS = 200;
  private static final String BEGIN_AND_ERASE = "\r\u001b[K";

  private final PrintStream err = System.err;

  /** The launcher knows; a JVM before 22 does not. */
  private final boolean terminal = Boolean.getBoolean("tidemark.terminal.errors");

  private long shownMillis = -EVERY_MILLIS;

  void show(Shipped shipped) {
    if (terminal && Math.abs(shipped.millis() - shownMillis) >= EVERY_MILLIS) {
      shownMillis = shipped.millis();
      err.print(BEGIN_AND_ERASE + TerminalText.of(shipped.progress()));
      err.flush();
    }
  }

  /** Leaves the line empty, for what is said next. */
  void clear() {
    if (terminal) {
      err.print(BEGIN_AND_ERASE);
      err.flush();
    }
  }
}
