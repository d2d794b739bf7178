package io.tidemark.analysis.line;

/**
 * Where and when a line stands.
 *
 * @param offset in bytes within its generation
 * @param timeMillis event time in epoch millis
 * @param line number of the line among those of its writer, 0 where it does not matter
 */
public record LogPosition(long offset, long timeMillis, long line) {

  public LogPosition(long offset, long timeMillis) {
    this(offset, timeMillis, 0);
  }

  /** The same, as this line of its writer. */
  public LogPosition asLine(long number) {
    return new LogPosition(offset, timeMillis, number);
  }
}
