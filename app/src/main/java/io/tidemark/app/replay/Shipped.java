package io.tidemark.app.replay;

import java.time.Duration;
import java.util.Locale;

/**
 * How far a log is shipped.
 *
 * @param source under which name
 * @param generation the same for the same log
 * @param bytes that the broker has
 * @param length of the log in bytes
 * @param millis since its first byte was sent
 * @param leftMillis until its last is, by what is known now
 * @param dates number of the log's dates that give its times; 0 when all times are estimated
 */
public record Shipped(
    String source,
    String generation,
    long lines,
    long bytes,
    long length,
    long millis,
    long leftMillis,
    int dates) {

  private static final double MEGA = 1e6;
  private static final double MILLIS = 1000;

  /** The broker has all of it. */
  public boolean whole() {
    return bytes == length;
  }

  /** One line for people, at the end. */
  public String line() {
    String times =
        dates == 0 ? "times estimated: no line has a date" : "times by " + dates + " dates";
    String far =
        whole()
            ? "%d lines".formatted(lines)
            : "stopped at byte %d of %d; the same command goes on".formatted(bytes, length);
    return String.format(
        Locale.ROOT,
        "%s: %s, %.1f MB in %.1f s, %s",
        source,
        far,
        bytes / MEGA,
        millis / MILLIS,
        times);
  }

  /** The same while it goes on. */
  public String progress() {
    double share = length == 0 ? 1 : (double) bytes / length;
    Duration left = Duration.ofMillis(leftMillis);
    return String.format(
        Locale.ROOT,
        "%s: %.0f %%, %.1f MB/s, %d:%02d left",
        source,
        Math.floor(100 * share),
        millis == 0 ? 0 : bytes / MEGA / (millis / MILLIS),
        left.toMinutes(),
        left.toSecondsPart());
  }
}
