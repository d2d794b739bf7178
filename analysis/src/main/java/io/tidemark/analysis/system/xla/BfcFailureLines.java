package io.tidemark.analysis.system.xla;

import io.tidemark.analysis.line.Bytes;
import io.tidemark.analysis.line.Cursor;
import io.tidemark.analysis.line.Parsed;
import io.tidemark.analysis.line.Parsed.Ignored;
import io.tidemark.analysis.memory.Sizes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Lines about a failed allocation. Several lines state the same failure: those of the allocator, of
 * TensorFlow's kernel and its caller, and an exception's text. The parts of the allocator's line
 * changed with every few versions, so they are found in any order, and only the size is obligatory.
 *
 * <pre>
 *   [Allocator (A) r|R]an out of memory trying to allocate S[ (rounded to N)][ from the lower|upper end]
 *       [ with freed_by_count=N][requested by op O][. The caller indicates that this is not a failure…]
 *   OOM when allocating tensor with shape[N,N][ and type T[ on D by allocator A[ [Op:O]]]]
 *   Node: 'O'                                 (above the line of a failed tensor)
 *   {{function_node …_device_D}} failed to allocate memory [Op:O]
 *   failed to allocate S (N bytes) from device: …
 *   Failed to allocate request for S (NB) on device ordinal N
 * </pre>
 */
final class BfcFailureLines {

  static final byte[] NODE = Bytes.of("Node: '");

  private static final byte[] ALLOCATOR = Bytes.of("Allocator (");
  private static final String ROUNDED = "(rounded to ";
  private static final String REQUESTED = "requested by op";
  private static final List<String> AFTER_OP =
      List.of(
          " (rounded to ", " from the lower end", " from the upper end", " with freed_by_count=");
  private static final byte[] END = Bytes.of(" end");
  private static final byte[] SHAPE_END = Bytes.of("]");
  private static final byte[] ON_DEVICE = Bytes.of("_device_");
  private static final int MAX_NAME = 256;

  private BfcFailureLines() {}

  /** Parses a line with {@code ran out of memory trying to allocate } at {@code hit}. */
  static Parsed allocator(XlaLogLine line, int hit) {
    String name = before(line, hit);
    return name == null ? Ignored.IGNORED : request(line, name);
  }

  /** Parses the size of a request and what follows it. */
  static Parsed request(XlaLogLine line, String allocator) {
    Cursor cursor = line.cursor;
    long bytes = Sizes.read(cursor);
    if (bytes == Sizes.NONE) {
      return line.rejected("allocator: broken size");
    }
    int from = cursor.at;
    if (find(line, from, "caller indicates that this is not a failure") >= 0) {
      return new BfcFact.Declined(line.thread(), allocator, bytes);
    }
    int round = find(line, from, ROUNDED);
    cursor.at = round < 0 ? from : round + ROUNDED.length();
    long rounded = round < 0 ? -1 : line.number(")");
    int op = find(line, from, REQUESTED);
    if (round >= 0 && rounded < 0) {
      return line.rejected("allocator: broken request");
    }
    if (op < 0 && !isComplete(line, from)) {
      cursor.broke = line.end;
      return line.rejected("allocator: cut");
    }
    cursor.at = op < 0 ? line.end : op + REQUESTED.length();
    int to = Math.min(line.end, cursor.at + XlaLogLine.MAX_TEXT);
    for (String part : AFTER_OP) {
      int at = find(line, cursor.at, part);
      to = at < 0 ? to : Math.min(to, at);
    }
    return new BfcFact.Failed(line.thread(), allocator, bytes, rounded, cursor.text(to).strip());
  }

  /** Whether the line ends where a message may end: a decline that was cut would be a failure. */
  private static boolean isComplete(XlaLogLine line, int from) {
    byte last = line.bytes[line.end - 1];
    return from == line.end
        || last == '.'
        || last == ')'
        || Bytes.endsWith(line.bytes, from, line.end, END)
        || (Bytes.isDigit(last) && find(line, from, "freed_by_count=") >= 0);
  }

  private static int find(XlaLogLine line, int from, String mark) {
    int most = Math.min(line.end, from + XlaLogLine.MAX_TEXT);
    return Bytes.indexOf(line.bytes, from, most, Bytes.of(mark));
  }

  /** Returns the name in {@code Allocator (NAME)} directly before {@code hit}. */
  private static @Nullable String before(XlaLogLine line, int hit) {
    int close = hit - 1;
    int from = Math.max(line.start, close - MAX_NAME);
    if (close < from || line.bytes[close] != ')') {
      return null;
    }
    int open = Bytes.lastIndexOf(line.bytes, from, close, ALLOCATOR);
    return open < 0 ? null : Bytes.text(line.bytes, open + ALLOCATOR.length, close);
  }

  static Parsed tensor(XlaLogLine line) {
    Cursor cursor = line.cursor;
    int from = cursor.at;
    if (find(line, from, "] and type ") < 0
        && Bytes.endsWith(line.bytes, from, line.end, SHAPE_END)) {
      // Until 1.3 the shape was all.
      String shape = "[" + cursor.text(line.end);
      return new BfcFact.TensorFailed(line.thread(), shape, -1, "", "", "");
    }
    String shape = line.upTo("] and type ");
    int typeEnd = cursor.wordEnd();
    String type = shape == null ? null : cursor.text(typeEnd);
    if (shape == null || type == null) {
      return line.rejected("tensor: cut");
    }
    long elements = BfcTensor.elements(line.bytes, from, from + shape.length());
    long bytes = elements < 0 ? -1 : BfcTensor.bytes(elements, type);
    String tensor = type + "[" + shape + "]";
    if (typeEnd == line.end && BfcTensor.bytes(1, type) > 0) {
      return new BfcFact.TensorFailed(line.thread(), tensor, bytes, "", "", "");
    }
    String device = line.word(" on ") == null ? null : line.upTo(" by allocator ");
    if (device == null) {
      return line.rejected("tensor: cut");
    }
    int to = cursor.tokenEnd();
    if (to == cursor.at) {
      cursor.broke = to;
      return line.rejected("tensor: no allocator");
    }
    String allocator = cursor.text(to);
    cursor.at = to;
    return new BfcFact.TensorFailed(line.thread(), tensor, bytes, device, allocator, op(line));
  }

  /** Reads the op in {@code [Op:NAME]} after the cursor; empty if there is none. */
  private static String op(XlaLogLine line) {
    if (!line.cursor.accept(" [Op:")) {
      return "";
    }
    String op = line.upTo("]");
    return op == null ? "" : op;
  }

  static Parsed node(XlaLogLine line) {
    int quote = line.end - 1;
    return quote > line.cursor.at && line.bytes[quote] == '\''
        ? new BfcFact.NodeFailed(line.thread(), line.cursor.text(quote))
        : Ignored.IGNORED;
  }

  static Parsed driver(XlaLogLine line, int hit) {
    if (line.cursor.accept("memory")) {
      return eager(line, hit);
    }
    if (line.size(" (") == Sizes.NONE) {
      // Many programs print that they failed to allocate something.
      return Ignored.IGNORED;
    }
    long bytes = line.number(" bytes) from device: ");
    if (bytes < 0) {
      return line.cursor.accept(" bytes") || line.atEnd()
          ? line.rejected("driver: cut")
          : Ignored.IGNORED;
    }
    return new BfcFact.NotExtended(line.thread(), bytes);
  }

  /** An eager op states neither size nor allocator, and its device only in its function's name. */
  private static Parsed eager(XlaLogLine line, int hit) {
    String op = op(line);
    if (op.isEmpty()) {
      return Ignored.IGNORED;
    }
    int from = Math.max(line.start, hit - MAX_NAME);
    int device = Bytes.lastIndexOf(line.bytes, from, hit, ON_DEVICE);
    int to = device < 0 ? -1 : Bytes.indexOf(line.bytes, device, hit, (byte) '}');
    String on = to < 0 ? "" : Bytes.text(line.bytes, device + ON_DEVICE.length, to);
    return new BfcFact.TensorFailed(line.thread(), "", -1, on, "", op);
  }

  /** Sizes of TensorFlow tensors. */
  private static final class BfcTensor {

    private BfcTensor() {}

    /**
     * Product of dimensions such as {@code 1024,4096}; 1 for a scalar, −1 if invalid or too large.
     */
    static long elements(byte[] line, int from, int to) {
      Cursor cursor = new Cursor(line, from, to);
      long product = 1;
      while (cursor.at < to) {
        long dimension = cursor.number();
        if (dimension < 0 || (dimension > 0 && product > (Long.MAX_VALUE >> 6) / dimension)) {
          return -1;
        }
        product *= dimension;
        if (cursor.at < to && line[cursor.at] != ',') {
          return -1;
        }
        cursor.at++;
      }
      return product;
    }

    /** Size in bytes; −1 for a type of unknown width. */
    static long bytes(long elements, String type) {
      return switch (type) {
        case "bool", "int8", "uint8", "qint8", "quint8" -> elements;
        case "half", "bfloat16", "int16", "uint16", "qint16", "quint16" -> 2 * elements;
        case "float", "int32", "uint32", "qint32" -> 4 * elements;
        case "double", "int64", "uint64", "complex64" -> 8 * elements;
        case "complex128" -> 16 * elements;
        default -> -1;
      };
    }
  }
}
