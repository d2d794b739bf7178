package io.tidemark.model;

import org.jspecify.annotations.Nullable;

/**
 * Whole lines as they stand in a log, in order: the unit that travels from the tailer to the
 * streams, under the source's name as key. Line ends are part of {@code bytes}; only the last line
 * of a generation may lack one, and an open slice, see {@link #isOpen}.
 *
 * @param generation id of the file's life; changes when the file is replaced or rewritten
 * @param offset byte offset of the first byte within the generation
 * @param length bytes of the file this slice stands for; more than {@code bytes} when a line was
 *     cut to its limit
 * @param lines how many lines the slice stands for; 0 of a slice without text, see {@link #isLost}
 *     and {@link #isHole}, and of an open one, see {@link #isOpen}
 * @param truncated the only line was longer than the limit and {@code bytes} holds its head
 * @param unterminated the last line has no line end, because its generation is over or it is open
 * @param fromMillis when the source was last read before this slice (epoch milliseconds)
 * @param toMillis when this slice was read; a record's event time lies between the two in
 *     proportion to its byte offset
 * @param origin where it was read
 */
@SuppressWarnings("ArrayRecordComponent") // the bytes are handed on, never compared
public record Slice(
    String generation,
    long offset,
    long length,
    int lines,
    boolean truncated,
    boolean unterminated,
    long fromMillis,
    long toMillis,
    byte[] bytes,
    SliceOrigin origin) {

  /** A slice of an unknown origin. */
  public Slice(
      String generation,
      long offset,
      long length,
      int lines,
      boolean truncated,
      boolean unterminated,
      long fromMillis,
      long toMillis,
      byte[] bytes) {
    this(
        generation,
        offset,
        length,
        lines,
        truncated,
        unterminated,
        fromMillis,
        toMillis,
        bytes,
        SliceOrigin.UNKNOWN);
  }

  /** Target size of a slice in bytes; a longer line travels alone. */
  public static final int TARGET_BYTES = 64 * 1024;

  /** Longest line kept whole, in bytes; of a longer one the head travels, marked truncated. */
  public static final int MAX_LINE_BYTES = 256 * 1024;

  /** More than any tailer ships, little enough that all a slice says fits into records. */
  public static final int MAX_BYTES = 2 * (TARGET_BYTES + MAX_LINE_BYTES);

  /** No log is read later than in the year 9999: a larger figure is no epoch milliseconds. */
  public static final long MAX_MILLIS = 253_402_300_799_000L;

  /** Bytes that were seen in the log and are lost: nothing can be read of them any more. */
  public static Slice lost(String generation, long offset, long length, long millis) {
    return new Slice(generation, offset, length, 0, true, false, millis, millis, NO_BYTES);
  }

  /** NUL bytes in the place of text. */
  public static Slice hole(String generation, long offset, long length, long millis) {
    return new Slice(generation, offset, length, 0, false, false, millis, millis, NO_BYTES);
  }

  private static final byte[] NO_BYTES = {};

  /** It has no text and stands for bytes that are lost. */
  public boolean isLost() {
    return lines == 0 && truncated && !unterminated;
  }

  /** It has no text and stands for NUL bytes, a hole that a writer left in its file. */
  public boolean isHole() {
    return lines == 0 && !truncated && !unterminated;
  }

  /**
   * It is the last line as it stands, which did not grow for a while and may still grow. It is not
   * counted yet: the next slice of its generation begins at the same offset and replaces it.
   */
  public boolean isOpen() {
    return lines == 0 && unterminated;
  }

  /** An open line as one that will not grow: counted, as the last of its generation. */
  public Slice closed() {
    return new Slice(
        generation, offset, length, 1, truncated, true, fromMillis, toMillis, bytes, origin);
  }

  public Slice {
    boolean unlined = lines == 0 && length > 0 && unterminated == (bytes.length > 0);
    if (offset < 0 || length < bytes.length || (lines < 1 && !unlined) || toMillis < fromMillis) {
      throw new IllegalArgumentException(
          "slice of %s at %d: length %d, bytes %d, lines %d, time %d to %d"
              .formatted(generation, offset, length, bytes.length, lines, fromMillis, toMillis));
    }
  }

  /** The machine it was read on; {@code null} where it is not known. */
  public @Nullable String host() {
    return origin.host();
  }

  /** The same, read there. */
  public Slice from(SliceOrigin there) {
    return new Slice(
        generation,
        offset,
        length,
        lines,
        truncated,
        unterminated,
        fromMillis,
        toMillis,
        bytes,
        there);
  }

  /** Offset of the first byte after this slice: where the next one must start. */
  public long end() {
    return offset + length;
  }
}
