package io.tidemark.analysis.system.xla;

import io.tidemark.analysis.line.Bytes;
import io.tidemark.analysis.line.Cursor;
import io.tidemark.analysis.line.Parsed;
import io.tidemark.analysis.line.Parsed.Ignored;
import io.tidemark.analysis.system.xla.XlaDumpFact.LiveRange;
import io.tidemark.analysis.system.xla.XlaDumpFact.LogicalPeak;
import io.tidemark.analysis.system.xla.XlaDumpFact.LogicalPeakBuffer;
import io.tidemark.analysis.system.xla.XlaDumpFact.LogicalPeakTotal;
import io.tidemark.analysis.system.xla.XlaDumpFact.ProgramPoint;

/**
 * Parses the indented lines of {@code HloLiveRange::ToString}. Half of them could occur in any log,
 * so a line must match completely. The tracker decides whether one is expected.
 */
final class XlaDumpRanges {

  private static final String BYTES = " bytes";
  private static final byte[] COLON = Bytes.of(":");

  private XlaDumpRanges() {}

  static Parsed indented(XlaDumpLine line) {
    Cursor cursor = line.cursor;
    if (cursor.accept("  Live ranges at ")) {
      int step = line.index();
      return step >= 0 && cursor.accept(" (peak):") && line.atEnd()
          ? new LogicalPeak(step)
          : line.rejected(cursor.broke, "live range: broken peak");
    }
    if (cursor.accept("  Stack trace breakdown for peak usage: ")) {
      long bytes = spaced(cursor);
      return bytes >= 0 && cursor.accept(BYTES) && line.atEnd()
          ? new LogicalPeakTotal(bytes)
          : line.rejected(cursor.broke, "live range: broken total");
    }
    if (!cursor.accept("    ") || line.atEnd() || Bytes.isBlank(line.bytes[cursor.at])) {
      return Ignored.IGNORED;
    }
    int to = line.wordEnd((byte) ' ');
    if (to < line.end) {
      return line.bytes[to - 1] == ':' ? buffer(line, to - 1) : Ignored.IGNORED;
    }
    return Bytes.isDigit(line.bytes[cursor.at]) ? point(line) : range(line);
  }

  /** Reads digits in groups of three, separated by blanks. */
  private static long spaced(Cursor cursor) {
    long value = cursor.number(3);
    while (value >= 0
        && value < Long.MAX_VALUE / 10_000
        && cursor.at + 1 < cursor.end
        && cursor.bytes[cursor.at] == ' '
        && Bytes.isDigit(cursor.bytes[cursor.at + 1])) {
      cursor.at++;
      long group = cursor.number(3);
      value = group < 0 ? -1 : value * 1000 + group;
    }
    return value;
  }

  private static Parsed point(XlaDumpLine line) {
    Cursor cursor = line.cursor;
    int step = line.index();
    return step >= 0 && cursor.accept(COLON) && !line.atEnd()
        ? new ProgramPoint(step, cursor.text(line.end))
        : Ignored.IGNORED;
  }

  private static Parsed range(XlaDumpLine line) {
    Cursor cursor = line.cursor;
    int from = cursor.at;
    int colon = Bytes.lastIndexOf(line.bytes, from, line.end, COLON);
    if (colon <= from || line.bytes[colon - 1] != '}') {
      return Ignored.IGNORED;
    }
    String name = cursor.text(colon);
    cursor.at = colon + 1;
    int first = line.index();
    int last = first >= 0 && cursor.accept("-") ? line.index() : -1;
    return last >= 0 && line.atEnd() ? new LiveRange(name, first, last) : Ignored.IGNORED;
  }

  private static Parsed buffer(XlaDumpLine line, int colon) {
    Cursor cursor = line.cursor;
    if (colon == cursor.at) {
      return Ignored.IGNORED;
    }
    String name = XlaDumpLine.withIndex(cursor.text(colon));
    cursor.at = colon;
    cursor.accept(": ");
    long bytes = cursor.number();
    boolean fits = bytes >= 0 && cursor.accept(BYTES);
    boolean cumulative = fits && cursor.accept(" (cumulative: ");
    if (cumulative) {
      fits = cursor.number() >= 0 && cursor.accept(BYTES) && cursor.accept(")");
    }
    return fits && line.atEnd() ? new LogicalPeakBuffer(name, bytes, cumulative) : Ignored.IGNORED;
  }
}
