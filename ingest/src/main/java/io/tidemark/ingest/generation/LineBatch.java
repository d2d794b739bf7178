package io.tidemark.ingest.generation;

import io.tidemark.ingest.content.Fingerprint;
import io.tidemark.model.log.Slice;
import java.util.List;

/**
 * Whole lines cut from a file, before they get their generation and time.
 *
 * @param offset of the first byte in the file
 * @param length number of file bytes it covers, at least that of {@code bytes}
 * @param lines number of lines it covers; 0 for a hole
 * @param truncated {@code bytes} is only the head of a line beyond the limit
 * @param unterminated its last line has no line end and counts as complete
 * @param tail the file's bytes just before {@link #end()}
 */
@SuppressWarnings("ArrayRecordComponent") // the bytes are passed on; records are never compared
public record LineBatch(
    long offset,
    long length,
    int lines,
    boolean truncated,
    boolean unterminated,
    byte[] bytes,
    Fingerprint tail) {

  public long end() {
    return offset + length;
  }

  /** The batch as a slice of its generation, written between these times. */
  public Slice slice(String generation, long fromMillis, long toMillis) {
    return new Slice(
        generation, offset, length, lines, truncated, unterminated, fromMillis, toMillis, bytes);
  }

  /** The bytes of the first batch that has any; empty if none has. */
  static byte[] firstText(List<LineBatch> batches) {
    return batches.stream()
        .map(LineBatch::bytes)
        .filter(bytes -> bytes.length > 0)
        .findFirst()
        .orElse(new byte[0]);
  }
}
