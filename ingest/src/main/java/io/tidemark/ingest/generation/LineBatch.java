package io.tidemark.ingest.generation;

import io.tidemark.ingest.content.Fingerprint;
import io.tidemark.model.Slice;
import java.util.List;

/**
 * Whole lines cut from a file, before they get their generation and time.
 *
 * @param offset of the first byte in the file
 * @param length bytes of the file it stands for, {@code bytes} or more
 * @param lines how many lines it stands for; 0 of a line that is still open
 * @param truncated {@code bytes} is only the head of a line beyond the limit
 * @param unterminated its last line has no line end
 * @param tail what the file holds just before {@link #end()}
 */
@SuppressWarnings("ArrayRecordComponent") // the bytes are handed on, never compared
record LineBatch(
    long offset,
    long length,
    int lines,
    boolean truncated,
    boolean unterminated,
    byte[] bytes,
    Fingerprint tail) {

  long end() {
    return offset + length;
  }

  /** It as a slice of its generation, written between these times. */
  Slice slice(String generation, long fromMillis, long toMillis) {
    return new Slice(
        generation, offset, length, lines, truncated, unterminated, fromMillis, toMillis, bytes);
  }

  /** The text of the first batch that has some; empty where none has. */
  static byte[] firstText(List<LineBatch> batches) {
    return batches.stream()
        .map(LineBatch::bytes)
        .filter(bytes -> bytes.length > 0)
        .findFirst()
        .orElse(new byte[0]);
  }
}
