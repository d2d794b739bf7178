package io.tidemark.analysis.system.tenstorrent;

import io.tidemark.analysis.line.Bytes;
import io.tidemark.analysis.line.Cursor;
import io.tidemark.analysis.line.Parsed;
import io.tidemark.analysis.line.Parsed.Ignored;
import io.tidemark.analysis.system.tenstorrent.TenstorrentFact.OpStarted;
import io.tidemark.analysis.system.tenstorrent.TenstorrentFact.ProgramFinished;
import io.tidemark.analysis.system.tenstorrent.TenstorrentFact.ProgramStarted;
import io.tidemark.analysis.system.tenstorrent.mlir.TensorEffect;
import org.jspecify.annotations.Nullable;

/**
 * Lines that name the running op or program. An op is printed whole, and a constant in it may take
 * megabytes, so only its head and tail are read.
 */
final class OpLines {

  private static final byte[] STARTING = Bytes.of("Starting ");
  private static final byte[] FINISHED = Bytes.of("Finished ");
  private static final byte[] LOCATION = Bytes.of(" loc(");

  private static final int EQUALS_BYTES = " = ".length();
  private static final int MAX_HEAD_BYTES = 4096;
  static final int MAX_TAIL_BYTES = 4096;
  private static final int MAX_NAME_BYTES = 1024;

  private OpLines() {}

  /** Parses {@code [%R = ]["]dialect.op["](…) … loc(…)} at {@code at}. */
  static Parsed started(Line line, int at) {
    Cursor cursor = line.cursor(at);
    cursor.skipBlanks();
    String result = null;
    int resultFrom = cursor.at;
    if (cursor.accept("%")) {
      if (!skipResults(cursor)) {
        return line.rejected(cursor.at, "operation: no ' = ' after its results");
      }
      result = Bytes.text(line.bytes, resultFrom, cursor.at - EQUALS_BYTES);
    }
    boolean quoted = cursor.accept("\"");
    int nameEnd = opNameEnd(cursor);
    if (nameEnd == cursor.at || nameEnd - cursor.at > MAX_NAME_BYTES) {
      return line.rejected(cursor.at, "operation: no name");
    }
    String mlirOp = cursor.text(nameEnd);
    if (quoted && (nameEnd == line.end || line.bytes[nameEnd] != '"')) {
      return line.rejected(nameEnd, "operation: its name never ends");
    }
    int location = location(line, nameEnd);
    TensorEffect tensors =
        OpTensors.effect(
            line,
            result,
            mlirOp,
            quoted ? nameEnd + 1 : nameEnd,
            location < 0 ? line.end : location);
    return new OpStarted(
        line.device(), mlirOp, location < 0 ? null : quoted(line, location), tensors);
  }

  private static boolean skipResults(Cursor cursor) {
    int last = Math.min(cursor.end, cursor.at + MAX_HEAD_BYTES) - 2;
    for (int i = cursor.at; i < last; i++) {
      if (cursor.bytes[i] == ' ' && cursor.bytes[i + 1] == '=' && cursor.bytes[i + 2] == ' ') {
        cursor.at = i + 3;
        return true;
      }
    }
    return false;
  }

  private static int opNameEnd(Cursor cursor) {
    int i = cursor.at;
    while (i < cursor.end && (Bytes.isWord(cursor.bytes[i]) || isNameSign(cursor.bytes[i]))) {
      i++;
    }
    return i;
  }

  private static boolean isNameSign(byte b) {
    return b == '.' || b == '$';
  }

  /** Returns the position of the {@code loc(…)} that ends the line, or −1. */
  private static int location(Line line, int from) {
    int tail = Math.max(from, line.end - MAX_TAIL_BYTES);
    int location = Bytes.lastIndexOf(line.bytes, tail, line.end, LOCATION);
    return location < 0 || line.bytes[line.end - 1] != ')' ? -1 : location;
  }

  /** Returns the first quoted text after {@code location}. */
  private static @Nullable String quoted(Line line, int location) {
    int open = Bytes.indexOf(line.bytes, location, line.end, (byte) '"');
    int close = open < 0 ? -1 : Bytes.indexOf(line.bytes, open + 1, line.end, (byte) '"');
    return close <= open + 1 ? null : Bytes.text(line.bytes, open + 1, close);
  }

  /** Parses a line that has {@code execution of program:} at {@code [hit, past)}. */
  static Parsed program(Line line, int hit, int past) {
    boolean starts = Bytes.endsWith(line.bytes, line.start(), hit, STARTING);
    if (!starts && !Bytes.endsWith(line.bytes, line.start(), hit, FINISHED)) {
      return Ignored.IGNORED;
    }
    Cursor cursor = line.cursor(past);
    cursor.skipBlanks();
    int nameEnd = cursor.tokenEnd();
    if (nameEnd == cursor.at || nameEnd - cursor.at > MAX_NAME_BYTES) {
      return line.rejected(cursor.at, "program: no name");
    }
    String program = cursor.text(nameEnd);
    String device = line.device();
    return starts ? new ProgramStarted(device, program) : new ProgramFinished(device, program);
  }
}
