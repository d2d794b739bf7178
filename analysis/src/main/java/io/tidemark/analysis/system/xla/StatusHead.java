package io.tidemark.analysis.system.xla;

import io.tidemark.analysis.line.Bytes;
import io.tidemark.analysis.line.RaisedError;

/**
 * The text before a failure of XLA or TensorFlow: their logger's prefix, a status, or both. Before
 * a status stands the name of its exception, or the failed operation.
 *
 * <pre>
 *   2021-09-01 16:44:20.229845: I …/cuda_driver.cc:775] failed to allocate …
 *   … op_kernel.cc:1858] OP_REQUIRES failed at cwise_ops.h:124 : RESOURCE_EXHAUSTED: OOM when …
 *   XlaRuntimeError: RESOURCE_EXHAUSTED: XLA:TPU compile permanent error. Ran out of memory …
 *     (0) Resource exhausted: {{function_node …}} OOM when …
 *   ResourceExhaustedError: OOM when …
 * </pre>
 *
 * A status alone at the start of a line is a quotation: programs print it with its exception.
 */
final class StatusHead {

  private static final byte[] EXCEPTION = Bytes.of("ResourceExhaustedError:");
  private static final byte[][] STATUSES = {
    Bytes.of("RESOURCE_EXHAUSTED:"),
    Bytes.of("Resource exhausted:"),
    EXCEPTION,
    Bytes.of("Compilation failure:"),
    Bytes.of("INTERNAL:")
  };
  private static final byte[] COMPILER = Bytes.of(" compile permanent error.");
  private static final byte[] NODE = Bytes.of("{{");
  private static final byte[] NODE_END = Bytes.of("}}");
  private static final int MAX_NODE = 512;

  private StatusHead() {}

  /** Whether a failure may begin at {@code at}, in the line that begins at {@code from}. */
  static boolean mayBegin(byte[] bytes, int from, int at, int prefixEnd) {
    if (prefixEnd > from && trim(bytes, prefixEnd, at) == prefixEnd) {
      return true;
    }
    int to = trim(bytes, prefixEnd, at);
    if (Bytes.endsWith(bytes, prefixEnd, to, COMPILER)) {
      // The name of the backend is one word.
      to -= COMPILER.length;
      while (to > prefixEnd && !Bytes.isBlank(bytes[to - 1])) {
        to--;
      }
      to = trim(bytes, prefixEnd, to);
    } else if (Bytes.endsWith(bytes, prefixEnd, to, NODE_END)) {
      int node = Bytes.lastIndexOf(bytes, Math.max(prefixEnd, to - MAX_NODE), to, NODE);
      to = node < 0 ? to : trim(bytes, prefixEnd, node);
    }
    int status = status(bytes, prefixEnd, to);
    return status >= 0 && mayCarry(bytes, from, prefixEnd, status, at);
  }

  /** Returns the start of the status that ends here; −1 for none. */
  private static int status(byte[] bytes, int from, int to) {
    for (byte[] status : STATUSES) {
      if (Bytes.endsWith(bytes, from, to, status)) {
        return to - status.length;
      }
    }
    return -1;
  }

  private static boolean mayCarry(byte[] bytes, int from, int prefixEnd, int status, int end) {
    if (prefixEnd > from) {
      return RaisedError.isPlain(bytes, prefixEnd, status);
    }
    int head = RaisedError.textBegin(bytes, from, status);
    if (head == status) {
      return Bytes.startsWith(bytes, status, end, EXCEPTION);
    }
    if (isCount(bytes, head, status)) {
      return true;
    }
    if (bytes[status - 1] == '.') {
      // The exception is the status itself; its module stands before it.
      return RaisedError.isPath(bytes, head, status);
    }
    return RaisedError.carries(bytes, head, status)
        || (RaisedError.dated(bytes, from, status) > 0 && RaisedError.isPlain(bytes, head, status));
  }

  /**
   * Whether the range is a count such as {@code (0) }, with which TensorFlow numbers parallel
   * failures.
   */
  private static boolean isCount(byte[] bytes, int from, int to) {
    return to - from >= 4 && to - from < 8 && bytes[from] == '(' && bytes[to - 2] == ')';
  }

  private static int trim(byte[] bytes, int from, int to) {
    int end = to;
    while (end > from && Bytes.isBlank(bytes[end - 1])) {
      end--;
    }
    return end;
  }
}
