package io.tidemark.analysis.system.xla;

import io.tidemark.analysis.line.Bytes;
import io.tidemark.analysis.line.Cursor;
import io.tidemark.analysis.line.LineFormat;
import io.tidemark.analysis.line.Parsed;
import io.tidemark.analysis.line.Parsed.Ignored;
import io.tidemark.analysis.system.LogSystem;
import io.tidemark.analysis.system.RunContext;
import io.tidemark.analysis.system.SystemTracker;
import io.tidemark.analysis.system.xla.XlaDumpFact.AssignmentStarted;
import io.tidemark.analysis.system.xla.XlaDumpFact.LiveRangeStarted;
import io.tidemark.analysis.system.xla.XlaDumpFact.Space;
import io.tidemark.analysis.system.xla.XlaDumpFact.SpaceTotal;
import io.tidemark.analysis.system.xla.XlaDumpFact.TotalBytes;
import io.tidemark.analysis.system.xla.XlaDumpFact.ValuesStarted;
import java.util.List;

/** XLA: compiler dumps, and failure messages of the compiler and its allocators. */
public final class Xla implements LogSystem {

  /** Format of dumps of a module's buffers. */
  public static final String DUMP = "xla-dump";

  public static final String LOG = "xla-log";

  @Override
  public String name() {
    return "xla";
  }

  @Override
  public List<LineFormat> lineFormats() {
    return List.of(new XlaDumpFormat(DUMP), new XlaLogFormat(LOG));
  }

  @Override
  public boolean tracksFailures() {
    return true;
  }

  @Override
  public SystemTracker newTracker(RunContext context) {
    return new XlaTracker(context);
  }

  /**
   * The text files of an XLA dump. Positions and uses of values, the rows of the report and the
   * stack tree are ignored, since the parsed lines state the same exactly.
   */
  private static final class XlaDumpFormat extends LineFormat {

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
      XlaDumpLine line = new XlaDumpLine(name, bytes, start, end);
      return switch (bytes[start]) {
        case 'a' -> XlaDumpAllocations.allocation(line);
        case ' ' -> bytes[start + 1] == ' ' ? XlaDumpRanges.indented(line) : oneDeep(line);
        case '<' -> XlaDumpValues.head(line);
        case 'B', 'H', 'M', 'T', 'U' -> XlaDumpHeads.head(line);
        default -> Ignored.IGNORED;
      };
    }

    private static Parsed oneDeep(XlaDumpLine line) {
      return switch (line.bytes[line.start + 1]) {
        case 'v' -> XlaDumpValues.value(line);
        case 'f' -> XlaDumpValues.instruction(line);
        default -> Ignored.IGNORED;
      };
    }
  }

  /** Parses lines that begin a dump file or a section of one. */
  private static final class XlaDumpHeads {

    private static final byte[] COLOR = Bytes.of(" (color=");

    private XlaDumpHeads() {}

    static Parsed head(XlaDumpLine line) {
      Cursor cursor = line.cursor;
      if (cursor.accept("BufferAssignment:")) {
        return line.atEnd() ? new AssignmentStarted() : Ignored.IGNORED;
      }
      if (cursor.accept("Used values:")) {
        return line.atEnd() ? new ValuesStarted() : Ignored.IGNORED;
      }
      if (cursor.accept("HloLiveRange (max ")) {
        int max = line.index();
        return max >= 0 && cursor.accept("):") && line.atEnd()
            ? new LiveRangeStarted(max)
            : line.rejected(cursor.broke, "live range: broken head");
      }
      if (cursor.accept("Memory Space: ")) {
        return space(line);
      }
      boolean all = cursor.accept("Total bytes used: ");
      if (!all && !cursor.accept("Total bytes: ")) {
        return Ignored.IGNORED;
      }
      long bytes = cursor.number();
      if (bytes < 0 || !cursor.accept(" (") || line.bytes[line.end - 1] != ')') {
        return Ignored.IGNORED;
      }
      return all ? new TotalBytes(bytes) : new SpaceTotal(bytes);
    }

    private static Parsed space(XlaDumpLine line) {
      Cursor cursor = line.cursor;
      int to = Bytes.lastIndexOf(line.bytes, cursor.at, line.end, COLOR);
      if (to <= cursor.at) {
        return Ignored.IGNORED;
      }
      String name = cursor.text(to);
      cursor.at = to + COLOR.length;
      int color = line.index();
      return color >= 0 && cursor.accept(")") && line.atEnd()
          ? new Space(name, color)
          : Ignored.IGNORED;
    }
  }
}
