package io.tidemark.analysis.system.xla;

import io.tidemark.analysis.line.Bytes;
import io.tidemark.analysis.line.Cursor;
import io.tidemark.analysis.line.Parsed;
import io.tidemark.analysis.line.Parsed.Ignored;
import io.tidemark.analysis.memory.Sizes;
import org.jspecify.annotations.Nullable;

/**
 * Lines about a failed allocation. Several lines state the same failure: those of the allocator, of
 * TensorFlow's kernel and its caller, and an exception's text.
 *
 * <pre>
 *   Allocator (A) ran out of memory trying to allocate S (rounded to N)requested by op O
 *   Allocator (A) ran out of memory … S (rounded to N) from the lower end requested by op O   (newest)
 *   Allocator (A) ran out of memory … S[ with freed_by_count=N]. The caller indicates that this is
 *       not a failure…
 *   OOM when allocating tensor with shape[N,N] and type T on D by allocator A
 *   failed to allocate S (N bytes) from device: …
 * </pre>
 */
final class BfcFailureLines {

  private static final byte[] ALLOCATOR = Bytes.of("Allocator (");
  private static final byte[] ROUNDED = Bytes.of(" (rounded to ");
  private static final byte[] CLOSE = Bytes.of(")");
  private static final byte[] LOWER = Bytes.of(" from the lower end");
  private static final byte[] UPPER = Bytes.of(" from the upper end");
  private static final byte[] BLANK = Bytes.of(" ");
  private static final byte[] REQUESTED = Bytes.of("requested by op");
  private static final byte[] FREED = Bytes.of(" with freed_by_count=");
  private static final byte[] NO_FAILURE =
      Bytes.of(". The caller indicates that this is not a failure");
  private static final byte[] TYPE = Bytes.of("] and type ");
  private static final byte[] ON = Bytes.of(" on ");
  private static final byte[] BY = Bytes.of(" by allocator ");
  private static final byte[] OPEN = Bytes.of(" (");
  private static final byte[] FROM_DEVICE = Bytes.of(" bytes) from device: ");
  private static final byte[] BYTES = Bytes.of(" bytes");
  private static final int MAX_NAME = 256;

  private BfcFailureLines() {}

  /** Parses a line with {@code ran out of memory trying to allocate } at {@code hit}. */
  static Parsed allocator(XlaLogLine line, int hit) {
    String name = before(line, hit);
    if (name == null) {
      return Ignored.IGNORED;
    }
    Cursor cursor = line.cursor;
    long bytes = Sizes.read(cursor);
    if (bytes == Sizes.NONE) {
      return line.rejected("allocator: broken size");
    }
    if (cursor.accept(ROUNDED)) {
      long rounded = line.number(CLOSE);
      if (rounded >= 0 && !cursor.accept(LOWER)) {
        cursor.accept(UPPER);
      }
      cursor.accept(BLANK);
      return rounded < 0 || !cursor.accept(REQUESTED)
          ? line.rejected("allocator: broken request")
          : new BfcFact.Failed(line.thread(), name, bytes, rounded, line.rest().strip());
    }
    if (cursor.accept(FREED) && cursor.number() < 0) {
      return line.rejected("allocator: broken count");
    }
    return cursor.accept(NO_FAILURE)
        ? new BfcFact.Declined(line.thread(), name, bytes)
        : line.rejected("allocator: neither a request nor a decline");
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
    String shape = line.upTo(TYPE);
    String type = shape == null ? null : line.word(ON);
    String device = type == null ? null : line.upTo(BY);
    if (shape == null || type == null || device == null) {
      return line.rejected("tensor: cut");
    }
    int to = cursor.tokenEnd();
    if (to == cursor.at) {
      cursor.broke = to;
      return line.rejected("tensor: no allocator");
    }
    long elements = BfcTensor.elements(line.bytes, from, from + shape.length());
    long bytes = elements < 0 ? -1 : BfcTensor.bytes(elements, type);
    String tensor = type + "[" + shape + "]";
    return new BfcFact.TensorFailed(line.thread(), tensor, bytes, device, cursor.text(to));
  }

  static Parsed driver(XlaLogLine line) {
    if (line.size(OPEN) == Sizes.NONE) {
      // Many programs print that they failed to allocate something.
      return Ignored.IGNORED;
    }
    long bytes = line.number(FROM_DEVICE);
    if (bytes < 0) {
      return line.cursor.accept(BYTES) || line.atEnd()
          ? line.rejected("driver: cut")
          : Ignored.IGNORED;
    }
    return new BfcFact.NotExtended(line.thread(), bytes);
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
