package io.tidemark.model.log;

import org.jspecify.annotations.Nullable;

/**
 * Whole lines of a log, in order: the unit that tailers send to the streams job, keyed by source.
 * {@code bytes} includes line ends. Only a last line that was closed without one lacks it; what
 * comes later is another line.
 *
 * @param generation id of the generation; changes when the file is replaced or rewritten
 * @param offset byte offset of the first byte within the generation
 * @param length bytes of the file that the slice represents; more than {@code bytes} if a line was
 *     cut to its limit
 * @param lines number of lines that the slice represents; 0 without text ({@link #isLost}, {@link
 *     #isHole}, {@link #isRest})
 * @param truncated whether the only line exceeded the limit, so that {@code bytes} is its head
 * @param unterminated whether the last line has no line end: its syntax, a silence of its writer or
 *     the end of its generation closed it, and later bytes begin another line
 * @param fromMillis when the source was last read before this slice (epoch milliseconds)
 * @param toMillis when this slice was read; the event time of a record is interpolated between the
 *     two by its byte offset
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

  /** Creates a slice of unknown origin. */
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

  /** Target size of a slice in bytes; a longer line is sent alone. */
  public static final int TARGET_BYTES = 64 * 1024;

  /** Limit of a line in bytes; only the head of a longer line is sent, marked as truncated. */
  public static final int MAX_LINE_BYTES = 256 * 1024;

  /**
   * Limit of a slice: above what tailers send, and small enough that its results fit into records.
   */
  public static final int MAX_BYTES = 2 * (TARGET_BYTES + MAX_LINE_BYTES);

  /** End of the year 9999; a larger figure is no time in epoch milliseconds. */
  public static final long MAX_MILLIS = 253_402_300_799_000L;

  /** Creates a slice for bytes that were seen in the log and can no longer be read. */
  public static Slice lost(String generation, long offset, long length, long millis) {
    return new Slice(generation, offset, length, 0, true, false, millis, millis, NO_BYTES);
  }

  /** Creates a slice that says that nothing follows the bytes before {@code offset} for now. */
  public static Slice rest(String generation, long offset, long millis) {
    return new Slice(generation, offset, 0, 0, false, true, millis, millis, NO_BYTES);
  }

  private static final byte[] NO_BYTES = {};

  /** Whether the slice stands for lost bytes. */
  public boolean isLost() {
    return lines == 0 && truncated && !unterminated;
  }

  /** Whether the slice stands for NUL bytes, a hole that a writer left in its file. */
  public boolean isHole() {
    return lines == 0 && !truncated && !unterminated;
  }

  /**
   * Whether it stands for a silence of the writer, or the end of its file: what waits for a further
   * line need not wait longer. More lines may follow nevertheless.
   */
  public boolean isRest() {
    return lines == 0 && length == 0;
  }

  /**
   * Whether it is a preview of a growing last line, as version 0.1 sent it. It is not counted: its
   * text comes again in a later slice.
   */
  public boolean isOpen() {
    return lines == 0 && unterminated && length > 0;
  }

  public Slice {
    boolean unlined =
        lines == 0 && (length == 0 ? unterminated : unterminated == (bytes.length > 0));
    if (offset < 0 || length < bytes.length || (lines < 1 && !unlined) || toMillis < fromMillis) {
      throw new IllegalArgumentException(
          "slice of %s at %d: length %d, bytes %d, lines %d, time %d to %d"
              .formatted(generation, offset, length, bytes.length, lines, fromMillis, toMillis));
    }
  }

  /** The machine on which it was read; {@code null} if unknown. */
  public @Nullable String host() {
    return origin.host();
  }

  /** A copy with this origin. */
  public Slice from(SliceOrigin there) {
    return copy(offset, fromMillis, toMillis, there);
  }

  /** A copy with these times of its first and its last byte, in epoch milliseconds. */
  public Slice at(long first, long last) {
    return copy(offset, first, last, origin);
  }

  /** A copy whose offsets count from this many bytes before its generation. */
  public Slice after(long before) {
    return before == 0 ? this : copy(offset + before, fromMillis, toMillis, origin);
  }

  private Slice copy(long from, long first, long last, SliceOrigin there) {
    return new Slice(
        generation, from, length, lines, truncated, unterminated, first, last, bytes, there);
  }

  /** Whether the file had at most an open line of {@code bytes} behind it when it was read. */
  public boolean endsItsFile(long bytes) {
    FileStatus file = origin.file();
    return file != null && end() >= file.sizeBytes() - bytes;
  }

  /** Offset of the first byte after this slice: where the next one must start. */
  public long end() {
    return offset + length;
  }
}
