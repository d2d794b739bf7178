package io.tidemark.analysis.system.xla;

import io.tidemark.analysis.line.Bytes;
import io.tidemark.analysis.line.Cursor;
import io.tidemark.analysis.line.Parsed.Rejected;

/** A candidate line of an XLA dump, read forward. */
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

  /** Returns the position of the next byte {@code wanted}, or the end of the line. */
  int next(byte wanted) {
    int at = Bytes.indexOf(bytes, cursor.at, end, wanted);
    return at < 0 ? end : at;
  }

  /** Returns the end of the bytes without blanks and without {@code stop}. */
  int wordEnd(byte stop) {
    int at = cursor.at;
    while (at < end && bytes[at] != stop && !Bytes.isBlank(bytes[at])) {
      at++;
    }
    return at;
  }

  /** Returns a value's name with its shape index, {@code {}} if it has none, as in live ranges. */
  static String withIndex(String name) {
    return name.endsWith("}") ? name : name + "{}";
  }
}
