package io.tidemark.analysis.system.xla;

import io.tidemark.analysis.line.Bytes;
import io.tidemark.analysis.line.Cursor;
import io.tidemark.analysis.line.Parsed;
import io.tidemark.analysis.line.Parsed.Ignored;
import io.tidemark.analysis.system.xla.XlaDumpFact.Allocation;

/** Parses the output of {@code BufferAllocation::ToShortString}. */
final class XlaDumpAllocations {

  /** Class of the values of called computations, such as the bodies of reductions and fusions. */
  static final String THREAD_LOCAL_CLASS = "thread-local";

  private final XlaLogLine line;
  private int color;
  private int parameter = -1;
  private boolean constant;
  private boolean threadLocal;
  private boolean liveOut;
  private boolean arena;

  private XlaDumpAllocations(XlaLogLine line) {
    this.line = line;
  }

  static Parsed allocation(XlaLogLine line) {
    Cursor cursor = line.cursor;
    if (!cursor.accept("allocation ")) {
      return Ignored.IGNORED;
    }
    int index = line.index();
    if (index < 0 || !cursor.accept(": size ")) {
      return Ignored.IGNORED;
    }
    long bytes = cursor.number();
    if (bytes < 0) {
      return line.rejected(cursor.broke, "allocation: no size");
    }
    if (cursor.at < line.end
        && (line.bytes[cursor.at] == '.' || Bytes.isWord(line.bytes[cursor.at]))) {
      // The old report has human-readable sizes in its table heads; exact ones stand elsewhere.
      return Ignored.IGNORED;
    }
    XlaDumpAllocations read = new XlaDumpAllocations(line);
    while (cursor.accept(", ")) {
      if (!read.attribute()) {
        return line.rejected(cursor.broke, "allocation: broken attribute");
      }
    }
    return cursor.at == line.end - 1 && line.bytes[cursor.at] == ':'
        ? read.fact(index, bytes)
        : line.rejected(cursor.at, "allocation: cut short");
  }

  private boolean attribute() {
    Cursor cursor = line.cursor;
    if (cursor.accept("color ")) {
      color = line.index();
      return color >= 0;
    }
    if (cursor.accept("parameter ")) {
      parameter = line.index();
      return parameter >= 0;
    }
    int from = cursor.at;
    constant |= cursor.accept("constant");
    threadLocal |= cursor.accept("thread-local");
    liveOut |= cursor.accept("maybe-live-out");
    arena |= cursor.accept("preallocated-temp");
    return cursor.at > from || pastOther();
  }

  /** Skips an irrelevant attribute. Text between bars is a shape, which may contain commas. */
  private boolean pastOther() {
    Cursor cursor = line.cursor;
    boolean inShape = false;
    int depth = 0;
    int at = cursor.at;
    while (at < line.end) {
      byte b = line.bytes[at];
      inShape ^= b == '|';
      depth += !inShape && b == '{' ? 1 : 0;
      depth -= !inShape && b == '}' ? 1 : 0;
      if (!inShape && depth <= 0 && (b == ',' || (b == ':' && at == line.end - 1))) {
        cursor.at = at;
        return true;
      }
      at++;
    }
    cursor.broke = line.end;
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
