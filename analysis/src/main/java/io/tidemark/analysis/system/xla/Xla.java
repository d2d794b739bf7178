package io.tidemark.analysis.system.xla;

import io.tidemark.analysis.line.LineFormat;
import io.tidemark.analysis.line.Parsed;
import io.tidemark.analysis.line.Parsed.Ignored;
import io.tidemark.analysis.system.LogSystem;
import io.tidemark.analysis.system.RunContext;
import io.tidemark.analysis.system.SystemTracker;
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
  public SystemTracker newTracker(RunContext context) {
    return new XlaTracker(context);
  }

  /**
   * The text files of an XLA dump. Positions and uses of values, the rows of the report and the
   * stack tree are ignored, since the parsed lines state the same exactly.
   */
  private static final class XlaDumpFormat extends LineFormat {

    XlaDumpFormat(String name) {
      super(
          name,
          "a file of a dump folder: \"BufferAssignment:\", \"allocation 0: size ...\", \"HloLiveRange\"");
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
}
