package io.tidemark.analysis.log;

import io.tidemark.analysis.line.Parsed;
import io.tidemark.model.log.LogPosition;
import io.tidemark.model.log.Reject;
import java.nio.charset.StandardCharsets;

/**
 * One line as its writer wrote it: {@code bytes[start, end)}.
 *
 * @param number of the line within its generation, from 1
 * @param ofWriter number of the line among the lines of its writer
 */
@SuppressWarnings("ArrayRecordComponent") // the bytes are handed on, never compared
public record LineAt(
    String generation,
    LogPosition at,
    long number,
    long ofWriter,
    byte[] bytes,
    int start,
    int end) {

  private static final int MAX_REJECT_BYTES = 1024;

  /** The same line with another text. */
  public LineAt with(byte[] text) {
    return new LineAt(generation, at, number, ofWriter, text, 0, text.length);
  }

  /** The same line with another number among the lines of its writer. */
  public LineAt asLine(long itsNumber) {
    return itsNumber == ofWriter
        ? this
        : new LineAt(generation, at, number, itsNumber, bytes, start, end);
  }

  public Reject reject(Parsed.Rejected rejected) {
    int length = Math.min(end - start, MAX_REJECT_BYTES);
    return new Reject(
        generation,
        at.offset(),
        number,
        rejected.column(),
        rejected.format(),
        rejected.reason(),
        new String(bytes, start, length, StandardCharsets.UTF_8));
  }
}
