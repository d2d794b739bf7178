package io.tidemark.analysis.system.xla;

import io.tidemark.analysis.line.Bytes;
import io.tidemark.analysis.line.LineFormat;
import io.tidemark.analysis.line.Parsed;
import io.tidemark.analysis.line.Parsed.Ignored;
import io.tidemark.analysis.message.LineRows;
import io.tidemark.analysis.message.RowCursor;
import io.tidemark.analysis.system.xla.XlaDumpFact.LiveRange;
import io.tidemark.analysis.system.xla.XlaDumpFact.ProgramPoint;

/**
 * The text files of an XLA dump. Positions and uses of values, the rows of the report and the stack
 * tree are ignored, since the parsed lines state the same exactly.
 */
final class XlaDumpFormat extends LineFormat {

  private static final byte[] COLON = Bytes.of(":");
  private static final LineRows ROWS = new LineRows(XlaDumpFormat.class, "dump");

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
    RowCursor line = new RowCursor(name, bytes, head, start, null, start, end);
    return switch (bytes[start]) {
      case 'a' -> XlaDumpAllocations.allocation(line);
      case '<' -> XlaDumpValues.head(line);
      case ' ' -> indented(line, bytes[start + 1]);
      default -> ROWS.read(line, 0);
    };
  }

  private static Parsed indented(RowCursor line, byte second) {
    if (second != ' ') {
      return second == 'v'
          ? XlaDumpValues.value(line)
          : second == 'f' ? XlaDumpValues.instruction(line) : Ignored.IGNORED;
    }
    Parsed row = ROWS.read(line, 0);
    return row == Ignored.IGNORED ? ofLiveRange(line) : row;
  }

  /**
   * Parses an entry of {@code HloLiveRange::ToString}. It could occur in any log, so the line must
   * match completely. The tracker decides whether it is expected.
   */
  private static Parsed ofLiveRange(RowCursor line) {
    if (!line.accept("    ") || line.atEnd() || line.wordEnd(' ') < line.end) {
      return Ignored.IGNORED;
    }
    return Bytes.isDigit(line.bytes[line.at]) ? point(line) : range(line);
  }

  private static Parsed point(RowCursor line) {
    int step = line.index();
    return step >= 0 && line.accept(COLON) && !line.atEnd()
        ? new ProgramPoint(step, line.text(line.end))
        : Ignored.IGNORED;
  }

  private static Parsed range(RowCursor line) {
    int from = line.at;
    int colon = Bytes.lastIndexOf(line.bytes, from, line.end, COLON);
    if (colon <= from || line.bytes[colon - 1] != '}') {
      return Ignored.IGNORED;
    }
    String name = line.text(colon);
    line.at = colon + 1;
    int first = line.index();
    int last = first >= 0 && line.accept("-") ? line.index() : -1;
    return last >= 0 && line.atEnd() ? new LiveRange(name, first, last) : Ignored.IGNORED;
  }
}
