package io.tidemark.analysis.system.xla;

import io.tidemark.analysis.line.Bytes;
import io.tidemark.analysis.line.Cursor;
import io.tidemark.analysis.line.LineFormat;
import io.tidemark.analysis.line.Parsed;
import io.tidemark.analysis.line.Parsed.Ignored;
import io.tidemark.analysis.system.xla.XlaDumpFact.LiveRange;
import io.tidemark.analysis.system.xla.XlaDumpFact.ProgramPoint;
import io.tidemark.analysis.system.xla.XlaRow.Place;

/**
 * The text files of an XLA dump. Positions and uses of values, the rows of the report and the stack
 * tree are ignored, since the parsed lines state the same exactly.
 */
final class XlaDumpFormat extends LineFormat {

  private static final byte[] COLON = Bytes.of(":");

  XlaDumpFormat(String name) {
    super(name);
  }

  @Override
  public boolean mayBegin(byte first) {
    return "a <BHMTU".indexOf(first) >= 0;
  }

  /** Lines of the live ranges are indented. */
  @Override
  public boolean indents(byte[] bytes, int start, int end) {
    return true;
  }

  @Override
  public Parsed unmarked(byte[] bytes, int head, int start, int end) {
    if (end - start < 4) {
      return Ignored.IGNORED;
    }
    XlaLogLine line = new XlaLogLine(name, bytes, head, start, start, end);
    return switch (bytes[start]) {
      case 'a' -> XlaDumpAllocations.allocation(line);
      case '<' -> XlaDumpValues.head(line);
      case ' ' -> indented(line, bytes[start + 1]);
      default -> XlaRow.read(Place.DUMP, line, 0);
    };
  }

  private static Parsed indented(XlaLogLine line, byte second) {
    if (second != ' ') {
      return second == 'v'
          ? XlaDumpValues.value(line)
          : second == 'f' ? XlaDumpValues.instruction(line) : Ignored.IGNORED;
    }
    Parsed row = XlaRow.read(Place.DUMP, line, 0);
    return row == Ignored.IGNORED ? ofLiveRange(line) : row;
  }

  /**
   * Parses an entry of {@code HloLiveRange::ToString}. It could occur in any log, so the line must
   * match completely. The tracker decides whether it is expected.
   */
  private static Parsed ofLiveRange(XlaLogLine line) {
    Cursor cursor = line.cursor;
    if (!cursor.accept("    ") || line.atEnd() || line.wordEnd(' ') < line.end) {
      return Ignored.IGNORED;
    }
    return Bytes.isDigit(line.bytes[cursor.at]) ? point(line) : range(line);
  }

  private static Parsed point(XlaLogLine line) {
    int step = line.index();
    return step >= 0 && line.cursor.accept(COLON) && !line.atEnd()
        ? new ProgramPoint(step, line.cursor.text(line.end))
        : Ignored.IGNORED;
  }

  private static Parsed range(XlaLogLine line) {
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
}
