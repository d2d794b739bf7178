package io.tidemark.analysis.system.xla;

import io.tidemark.analysis.line.Bytes;
import io.tidemark.analysis.line.Parsed;
import io.tidemark.analysis.line.Parsed.Ignored;
import io.tidemark.analysis.message.RowCursor;
import io.tidemark.analysis.system.xla.XlaDumpFact.Allocation;

/** Parses the output of {@code BufferAllocation::ToShortString}. */
final class XlaDumpAllocations {

  /** Class of the values of called computations, such as the bodies of reductions and fusions. */
  static final String THREAD_LOCAL_CLASS = "thread-local";

  private final RowCursor line;
  private int color;
  private int parameter = -1;
  private boolean constant;
  private boolean threadLocal;
  private boolean liveOut;
  private boolean arena;

  private XlaDumpAllocations(RowCursor line) {
    this.line = line;
  }

  static Parsed allocation(RowCursor line) {
    if (!line.accept("allocation ")) {
      return Ignored.IGNORED;
    }
    int index = line.index();
    if (index < 0 || !line.accept(": size ")) {
      return Ignored.IGNORED;
    }
    long bytes = line.number();
    if (bytes < 0) {
      return line.rejected(line.broke, "allocation: no size");
    }
    if (line.at < line.end && (line.bytes[line.at] == '.' || Bytes.isWord(line.bytes[line.at]))) {
      // The old report has human-readable sizes in its table heads; exact ones stand elsewhere.
      return Ignored.IGNORED;
    }
    XlaDumpAllocations read = new XlaDumpAllocations(line);
    while (line.accept(", ")) {
      if (!read.attribute()) {
        return line.rejected(line.broke, "allocation: broken attribute");
      }
    }
    return line.at == line.end - 1 && line.bytes[line.at] == ':'
        ? read.fact(index, bytes)
        : line.rejected(line.at, "allocation: cut short");
  }

  private boolean attribute() {
    if (line.accept("color ")) {
      color = line.index();
      return color >= 0;
    }
    if (line.accept("parameter ")) {
      parameter = line.index();
      return parameter >= 0;
    }
    int from = line.at;
    constant |= line.accept("constant");
    threadLocal |= line.accept("thread-local");
    liveOut |= line.accept("maybe-live-out");
    arena |= line.accept("preallocated-temp");
    return line.at > from || pastOther();
  }

  /** Skips an irrelevant attribute. Text between bars is a shape, which may contain commas. */
  private boolean pastOther() {
    boolean inShape = false;
    int depth = 0;
    int at = line.at;
    while (at < line.end) {
      byte b = line.bytes[at];
      inShape ^= b == '|';
      depth += !inShape && b == '{' ? 1 : 0;
      depth -= !inShape && b == '}' ? 1 : 0;
      if (!inShape && depth <= 0 && (b == ',' || (b == ':' && at == line.end - 1))) {
        line.at = at;
        return true;
      }
      at++;
    }
    line.broke = line.end;
    return false;
  }

  private Allocation fact(int index, long bytes) {
    String bufferClass =
        parameter >= 0
            ? "parameter"
            : liveOut
                ? "output"
                : threadLocal ? THREAD_LOCAL_CLASS : constant ? "constant" : "temporary";
    return new Allocation(index, bytes, color, parameter, bufferClass, liveOut, arena);
  }
}
