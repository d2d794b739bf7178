package io.tidemark.analysis.system.xla;

import io.tidemark.analysis.line.Bytes;
import io.tidemark.analysis.line.Cursor;
import io.tidemark.analysis.line.Parsed.Rejected;

/** A line that may be of an XLA dump, read forward. */
final class XlaDumpLine {

  static final int MAX_INDEX_DIGITS = 9;

  final byte[] bytes;
  final int start;
  final int end;
  final Cursor cursor;
  private final String format;

  XlaDumpLine(String format, byte[] bytes, int start, int end) {
    this.format = format;
    this.bytes = bytes;
    this.start = start;
    this.end = end;
    this.cursor = new Cursor(bytes, start, end);
  }

  Rejected rejected(int at, String reason) {
    return new Rejected(format, at - start + 1, reason);
  }

  int index() {
    return (int) cursor.number(MAX_INDEX_DIGITS);
  }

  boolean atEnd() {
    return cursor.at == end;
  }

  /** The next byte that is {@code wanted}, or the line's end. */
  int next(byte wanted) {
    int at = Bytes.indexOf(bytes, cursor.at, end, wanted);
    return at < 0 ? end : at;
  }

  /** The end of the run of bytes without blanks and {@code stop} that begins here. */
  int wordEnd(byte stop) {
    int at = cursor.at;
    while (at < end && bytes[at] != stop && !Bytes.isBlank(bytes[at])) {
      at++;
    }
    return at;
  }

  /** A value's name as live ranges print it: with its shape index, {@code {}} when it has none. */
  static String withIndex(String name) {
    return name.endsWith("}") ? name : name + "{}";
  }
}
