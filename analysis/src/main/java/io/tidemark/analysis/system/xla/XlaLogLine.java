package io.tidemark.analysis.system.xla;

import io.tidemark.analysis.line.Bytes;
import io.tidemark.analysis.line.Cursor;
import io.tidemark.analysis.line.LogPrefix;
import io.tidemark.analysis.line.Parsed.Rejected;
import io.tidemark.analysis.line.Wrappers;
import io.tidemark.analysis.memory.MemoryBounds;
import org.jspecify.annotations.Nullable;

/** A line of XLA's log or of a dump, read forward from a known position. */
final class XlaLogLine {

  static final int MAX_TEXT = 4096;
  static final int MAX_INDEX_DIGITS = 9;
  private static final String TOO_LARGE =
      ": a figure above the allowed %d B".formatted(MemoryBounds.MAX_BYTES);

  final byte[] bytes;

  /** Start of the line in the log, including a launcher's mark. */
  private final int head;

  final int start;
  final int end;
  final Cursor cursor;
  private final String format;
  private @Nullable LogPrefix prefix;

  XlaLogLine(String format, byte[] bytes, int head, int start, int from, int end) {
    this.format = format;
    this.bytes = bytes;
    this.head = head;
    this.start = start;
    this.end = end;
    this.cursor = new Cursor(bytes, from, end);
  }

  /** Rejects the line at the byte that the cursor did not accept. */
  Rejected rejected(String reason) {
    String words = cursor.tooLarge ? reason + TOO_LARGE : reason;
    return new Rejected(format, cursor.broke - start + 1, words);
  }

  /** The prefix of the line, parsed on first use. */
  LogPrefix prefix() {
    if (prefix == null) {
      prefix =
          LogPrefix.mayBegin(bytes, start, end)
              ? LogPrefix.of(bytes, start, end)
              : new LogPrefix(start, "");
    }
    return prefix;
  }

  /** Writer of the line, from its logger and its launcher. */
  String thread() {
    String thread = prefix().thread();
    String process = head == start ? "" : Wrappers.process(bytes, head, start);
    return process.isEmpty() || thread.isEmpty() ? process + thread : process + '/' + thread;
  }

  boolean atEnd() {
    return cursor.at >= end;
  }

  Rejected rejected(int at, String reason) {
    cursor.broke = at;
    return rejected(reason);
  }

  /** Reads a number of few digits; −1 if there is none. */
  int index() {
    return (int) cursor.number(MAX_INDEX_DIGITS);
  }

  /** Returns the end of the bytes without blanks and without {@code stop}. */
  int wordEnd(char stop) {
    int at = cursor.at;
    while (at < end && bytes[at] != stop && !Bytes.isBlank(bytes[at])) {
      at++;
    }
    return at;
  }

  /** Reads the text up to the end of the line, up to a limit. */
  String rest() {
    return cursor.text(Math.min(end, cursor.at + MAX_TEXT));
  }
}
