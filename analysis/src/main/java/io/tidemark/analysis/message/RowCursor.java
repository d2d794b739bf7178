package io.tidemark.analysis.message;

import io.tidemark.analysis.line.Bytes;
import io.tidemark.analysis.line.Cursor;
import io.tidemark.analysis.line.LogPrefix;
import io.tidemark.analysis.line.Parsed.Rejected;
import io.tidemark.analysis.line.Wrappers;
import io.tidemark.analysis.memory.MemoryBounds;
import org.jspecify.annotations.Nullable;

/** A line of a format, read forward from a known position. */
public final class RowCursor extends Cursor {

  private static final int MAX_INDEX_DIGITS = 9;
  private static final String TOO_LARGE =
      ": a figure above the allowed %d B".formatted(MemoryBounds.MAX_BYTES);

  final String format;

  /** Start of the line in the log, including a launcher's mark. */
  private final int head;

  private final int start;
  private final @Nullable LogPrefix prefix;

  /**
   * Begins to read {@code bytes[from, end)}.
   *
   * @param head start of the line in the log, including a launcher's mark
   * @param start of its text, where its logger's prefix begins
   * @param prefix of its logger; {@code null} if it has none
   */
  public RowCursor(
      String format,
      byte[] bytes,
      int head,
      int start,
      @Nullable LogPrefix prefix,
      int from,
      int end) {
    super(bytes, from, end);
    this.format = format;
    this.head = head;
    this.start = start;
    this.prefix = prefix;
  }

  /** Rejects the line at the byte that did not match. */
  public Rejected rejected(String reason) {
    return new Rejected(format, broke - start + 1, tooLarge ? reason + TOO_LARGE : reason);
  }

  /** Rejects the line at a position. */
  public Rejected rejected(int at, String reason) {
    broke = at;
    return rejected(reason);
  }

  /** Writer of the line, from its logger and its launcher. */
  public String writer() {
    String thread = prefix == null ? "" : prefix.thread();
    String process = head == start ? "" : Wrappers.process(bytes, head, start);
    return process.isEmpty() || thread.isEmpty() ? process + thread : process + '/' + thread;
  }

  /** Whether nothing is left of the line. */
  public boolean atEnd() {
    return at >= end;
  }

  /** Reads a number of few digits; −1 if there is none. */
  public int index() {
    return (int) number(MAX_INDEX_DIGITS);
  }

  /** Returns the end of the bytes without blanks and without {@code stop}. */
  public int wordEnd(char stop) {
    int to = at;
    while (to < end && bytes[to] != stop && !Bytes.isBlank(bytes[to])) {
      to++;
    }
    return to;
  }
}
