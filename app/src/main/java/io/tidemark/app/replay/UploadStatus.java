package io.tidemark.app.replay;

import java.util.Locale;

/**
 * How far one log is shipped.
 *
 * @param source its name in the pipeline
 * @param generation equal for equal logs
 * @param acknowledged lines and bytes that the broker has
 * @param length of the log in bytes
 * @param millis since the first byte was sent
 * @param leftMillis estimated time until the last byte is sent
 * @param dates number of the log's dates that set its times; 0 when all times are estimated
 */
public record UploadStatus(
    String source,
    String generation,
    Acknowledged acknowledged,
    long length,
    long millis,
    long leftMillis,
    int dates) {

  private static final double MEGA = 1e6;
  private static final double MILLIS = 1000;

  public record Acknowledged(long lines, long bytes) {}

  /** Whether the broker has acknowledged all of it. */
  public boolean whole() {
    return acknowledged.bytes() == length;
  }

  /** The line that is printed at the end. */
  public String line() {
    String times =
        dates == 0 ? "times estimated: no line has a date" : "times by " + dates + " dates";
    String far =
        whole()
            ? "%d lines".formatted(acknowledged.lines())
            : "stopped at byte %d of %d; the same command continues"
                .formatted(acknowledged.bytes(), length);
    return String.format(
        Locale.ROOT,
        "%s: %s, %.1f MB in %.1f s, %s",
        source,
        far,
        acknowledged.bytes() / MEGA,
        millis / MILLIS,
        times);
  }
}
