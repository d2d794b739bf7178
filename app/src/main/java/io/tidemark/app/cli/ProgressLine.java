package io.tidemark.app.cli;

import io.tidemark.app.replay.UploadStatus;
import io.tidemark.model.TerminalText;
import java.io.PrintStream;

/** A progress line on standard error, overwritten in place; disabled if that is not a terminal. */
final class ProgressLine {

  private static final long EVERY_MILLIS = 200;
  private static final String BEGIN_AND_ERASE = "\r\u001b[K";

  private final PrintStream err = System.err;

  /** Set by the launcher, since a JVM before 22 cannot find out. */
  private final boolean terminal = Boolean.getBoolean("tidemark.terminal.errors");

  private long shownMillis = -EVERY_MILLIS;

  void show(UploadStatus shipped) {
    if (terminal && Math.abs(shipped.millis() - shownMillis) >= EVERY_MILLIS) {
      shownMillis = shipped.millis();
      err.print(BEGIN_AND_ERASE + TerminalText.of(shipped.progress()));
      err.flush();
    }
  }

  /** Erases the line, before another message. */
  void clear() {
    if (terminal) {
      err.print(BEGIN_AND_ERASE);
      err.flush();
    }
  }
}
