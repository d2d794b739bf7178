package io.tidemark.analysis.system.xla;

import io.tidemark.analysis.line.Bytes;
import io.tidemark.analysis.line.Cursor;
import io.tidemark.analysis.line.Parsed;
import io.tidemark.analysis.line.Parsed.Ignored;
import io.tidemark.analysis.memory.Sizes;
import io.tidemark.analysis.system.xla.XlaOomFact.Part;
import io.tidemark.analysis.system.xla.XlaOomFact.Row;
import io.tidemark.analysis.system.xla.XlaOomFact.Statistic;
import java.util.Arrays;

/** Parses the lines of a report that state the size of a part. */
final class XlaReportPartLines {

  /** All known names: with arbitrary names, lines of other logs would match. */
  private static final byte[][] PARTS =
      texts(
          "reserved",
          "program",
          "arguments",
          "output",
          "global",
          "scoped",
          "HLO temp",
          "overlays",
          "heap allocations",
          "Max free chunk");

  private static final byte[][] STATISTICS =
      texts(
          "parameter allocation:",
          "constant allocation:",
          "maybe_live_out allocation:",
          "preallocated temp allocation:",
          "preallocated temp fragmentation:",
          "total allocation:",
          "total fragmentation:");

  private static final byte[] ROW_END = Bytes.of(" bytes)");
  private static final byte[] COLON = Bytes.of(":");
  private static final String OPEN = " (";
  private static final int PART_INDENT = 4;
  private static final int MAX_NAME = 81;
  private static final int MAX_ROW_DIGITS = 18;

  private XlaReportPartLines() {}

  private static byte[][] texts(String... names) {
    return Arrays.stream(names).map(Bytes::of).toArray(byte[][]::new);
  }

  static Parsed part(XlaLogLine line, int indent) {
    int from = line.cursor.at;
    if (Bytes.endsWith(line.bytes, line.cursor.at, line.end, ROW_END)) {
      return row(line);
    }
    if (which(STATISTICS, line.cursor) >= 0) {
      return statistic(line, from);
    }
    return indent == PART_INDENT ? named(line) : Ignored.IGNORED;
  }

  /**
   * Parses {@code reserved(Infeed/Outfeed) 529.00M} or {@code HLO temp 3.93G (97.4% utilization…)}.
   */
  private static Parsed named(XlaLogLine line) {
    Cursor cursor = line.cursor;
    int from = cursor.at;
    if (which(PARTS, cursor) < 0) {
      return Ignored.IGNORED;
    }
    int at = cursor.at;
    int most = Math.min(line.end, from + MAX_NAME);
    // The size is the first word after the name that is a size, at the end or before a parenthesis.
    while (at < most) {
      int blanks = at;
      at = Bytes.skipBlanks(line.bytes, at, line.end);
      cursor.at = at;
      if (at > blanks && at < line.end) {
        long size = cursor.accept("unknown size") ? -1 : Sizes.read(cursor);
        boolean unit = size != Sizes.NONE && !Bytes.isDigit(line.bytes[cursor.at - 1]);
        if (unit && (line.atEnd() || cursor.accept(OPEN))) {
          return new Part(Bytes.text(line.bytes, from, blanks), size);
        }
      }
      while (at < most && !Bytes.isBlank(line.bytes[at])) {
        at++;
      }
    }
    return Ignored.IGNORED;
  }

  /** Parses {@code Currently allocated: 6.08G ( 6,532,939,776 bytes)}. */
  private static Parsed row(XlaLogLine line) {
    Cursor cursor = line.cursor;
    int most = Math.min(line.end, cursor.at + MAX_NAME);
    int colon = Bytes.indexOf(line.bytes, cursor.at, most, COLON);
    if (colon <= cursor.at) {
      return Ignored.IGNORED;
    }
    String name = cursor.text(colon);
    cursor.at = colon + 1;
    cursor.skipBlanks();
    if (line.size(OPEN) == Sizes.NONE) {
      return Ignored.IGNORED;
    }
    cursor.skipBlanks();
    boolean negative = cursor.at < line.end && line.bytes[cursor.at] == '-';
    cursor.at += negative ? 1 : 0;
    long bytes = 0;
    int digits = 0;
    for (int at = cursor.at; at < line.end - ROW_END.length; at++) {
      byte b = line.bytes[at];
      if (Bytes.isDigit(b) && ++digits <= MAX_ROW_DIGITS) {
        bytes = bytes * 10 + (b - '0');
      } else if (b != ',') {
        return Ignored.IGNORED;
      }
    }
    return digits == 0 ? Ignored.IGNORED : new Row(name, negative ? -bytes : bytes);
  }

  /** Parses {@code total allocation: 12.00MiB}; the cursor is after the name. */
  private static Parsed statistic(XlaLogLine line, int from) {
    Cursor cursor = line.cursor;
    String name = Bytes.text(line.bytes, from, cursor.at - 1);
    cursor.skipBlanks();
    long size = Sizes.read(cursor);
    return size != Sizes.NONE && (line.atEnd() || cursor.accept(OPEN))
        ? new Statistic(name, size)
        : Ignored.IGNORED;
  }

  /** Skips the first of the names that stands here, and returns its index; −1 for none. */
  private static int which(byte[][] names, Cursor cursor) {
    for (int i = 0; i < names.length; i++) {
      if (names[i][0] == cursor.bytes[cursor.at] && cursor.accept(names[i])) {
        return i;
      }
    }
    return -1;
  }
}
