package io.tidemark.model.log;

/**
 * A line that began like a known record but is invalid: the value of {@code tidemark.rejects}.
 *
 * @param offset byte offset of the line within its generation
 * @param line number of the line within its generation, from 1
 * @param column position of the error, in bytes from 1
 * @param text the line, cut to 1 KiB
 */
public record Reject(
    String generation,
    long offset,
    long line,
    int column,
    String format,
    String reason,
    String text) {

  /** The reject at this many more bytes and lines. */
  public Reject after(long bytes, long lines) {
    return new Reject(
        generation,
        Math.max(0, offset + bytes),
        Math.max(1, line + lines),
        column,
        format,
        reason,
        text);
  }
}
