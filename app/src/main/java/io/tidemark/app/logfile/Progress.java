package io.tidemark.app.logfile;

import io.tidemark.model.TerminalText;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A line on a terminal with the share that was read and the time left, overwritten in place. It
 * appears after a second of work. Clear it before another text is printed.
 */
public final class Progress {

  private static final long FIRST_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long EVERY_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
  private static final int MOST_CHARS = 40;
  private static final double MEGA = 1e6;
  private static final String BEGIN_AND_ERASE = "\r\u001b[K";

  private final @Nullable PrintStream terminal;
  private final LongSupplier nanos;
  private String what = "";
  private long known;
  private double read;
  private long beganNanos;
  private long nextNanos;
  private boolean shown;

  Progress(@Nullable PrintStream terminal, LongSupplier nanos) {
    this.terminal = terminal;
    this.nanos = nanos;
    this.nextNanos = nanos.getAsLong() + FIRST_NANOS;
  }

  public static Progress hidden() {
    return new Progress(null, () -> 0);
  }

  /**
   * Shows the line if standard error is a terminal. The launcher finds that out, since a JVM before
   * 22 cannot.
   */
  public static Progress onTerminal() {
    return Boolean.getBoolean("tidemark.terminal.errors")
        ? new Progress(System.err, System::nanoTime)
        : hidden();
  }

  /**
   * Begins a work.
   *
   * @param work its name in the line
   * @param bytes that it reads; 0 if unknown
   */
  void begin(String work, long bytes) {
    what = work;
    known = bytes;
    read = 0;
    beganNanos = nanos.getAsLong();
  }

  /** Adds bytes that were read; a part of them where a log is read more than once. */
  void read(double bytes) {
    read += bytes;
    long left = read == 0 ? 0 : (long) ((nanos.getAsLong() - beganNanos) * (known / read - 1));
    show(what, Math.round(read), known, TimeUnit.NANOSECONDS.toMillis(left));
  }

  /** Shows the progress of a work whose time left is known otherwise. */
  public void show(String work, long bytes, long ofBytes, long leftMillis) {
    long now = nanos.getAsLong();
    if (terminal != null && now - nextNanos >= 0) {
      terminal.print(BEGIN_AND_ERASE + TerminalText.of(line(work, bytes, ofBytes, leftMillis)));
      terminal.flush();
      nextNanos = now + EVERY_NANOS;
      shown = true;
    }
  }

  private static String line(String work, long bytes, long of, long leftMillis) {
    // A line that wraps could not be erased.
    String name =
        work.length() > MOST_CHARS ? "…" + work.substring(work.length() - MOST_CHARS) : work;
    if (of == 0) {
      return String.format(Locale.ROOT, "%s: %.1f MB", name, bytes / MEGA);
    }
    Duration left = Duration.ofMillis(Math.max(0, leftMillis));
    return String.format(
        Locale.ROOT,
        "%s: %.0f %%, %d:%02d left",
        name,
        Math.floor(Math.min(100, 100.0 * bytes / of)),
        left.toMinutes(),
        left.toSecondsPart());
  }

  public void clear() {
    if (terminal != null && shown) {
      terminal.print(BEGIN_AND_ERASE);
      terminal.flush();
      shown = false;
    }
  }
}
