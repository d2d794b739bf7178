package io.tidemark.analysis.system.tenstorrent;

import io.tidemark.analysis.line.Bytes;
import io.tidemark.analysis.system.tenstorrent.mlir.MlirOp;
import io.tidemark.analysis.system.tenstorrent.mlir.TensorEffect;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parses the tensors of an op line: the names it frees, and the types of its results. */
final class OpTensors {

  /** Arrow of a signature, which stands before tensors. Arrows inside types never do. */
  private static final byte[] ARROW = Bytes.of(" -> ");

  /** Stands before the types of the operands. */
  private static final byte[] SIGNATURE = Bytes.of(" : (");

  /** Results of a free. */
  private static final byte[] NOTHING = Bytes.of(" -> ()");

  /** Begins the names of what a program was given. */
  private static final String ARGUMENT = "%arg";

  private static final byte[] ONE = Bytes.of("tensor<");
  private static final byte[] MORE = Bytes.of("(tensor<");
  private static final int MAX_OPERANDS_BYTES = 1024;
  private static final int MAX_FREED = 16;

  private OpTensors() {}

  /**
   * Parses the effect of an op.
   *
   * @param operands expected position of {@code (operands)}
   * @param end start of {@code loc(…)}, or end of the line
   */
  static TensorEffect effect(
      Line line, @Nullable String result, String mlirOp, int operands, int end) {
    boolean frees = MlirOp.deallocates(mlirOp);
    int tail = Math.max(operands, end - OpLines.MAX_TAIL_BYTES);
    int arrow = result == null ? -1 : arrow(line, tail, end);
    List<String> freed = frees ? operands(line, operands, end) : List.of();
    boolean argument = freed.size() == 1 && freed.get(0).startsWith(ARGUMENT);
    int none = argument ? Bytes.lastIndexOf(line.bytes, tail, end, NOTHING) : -1;
    int past = argument ? none : arrow;
    return new TensorEffect(
        result,
        freed,
        past < 0 ? "" : takes(line, tail, past),
        arrow < 0 ? "" : Bytes.text(line.bytes, arrow + ARROW.length, end).strip(),
        MlirOp.loadsCached(mlirOp));
  }

  private static List<String> operands(Line line, int open, int end) {
    int last = Math.min(end, open + MAX_OPERANDS_BYTES);
    if (open >= last || line.bytes[open] != '(') {
      return List.of();
    }
    int close = Bytes.indexOf(line.bytes, open, last, (byte) ')');
    List<String> names = new ArrayList<>();
    int from = open + 1;
    while (from < close && names.size() < MAX_FREED) {
      int comma = Bytes.indexOf(line.bytes, from, close, (byte) ',');
      int to = comma < 0 ? close : comma;
      names.add(Bytes.text(line.bytes, from, to).strip());
      from = to + 1;
    }
    return names;
  }

  /** Position of the arrow before the types of the results; −1 for none. */
  private static int arrow(Line line, int tail, int end) {
    int arrow = Bytes.lastIndexOf(line.bytes, tail, end, ARROW);
    while (arrow >= 0 && !tensors(line, arrow + ARROW.length, end)) {
      arrow = Bytes.lastIndexOf(line.bytes, tail, arrow, ARROW);
    }
    return arrow;
  }

  private static String takes(Line line, int tail, int arrow) {
    int types = Bytes.lastIndexOf(line.bytes, tail, arrow, SIGNATURE);
    boolean closed = types >= 0 && line.bytes[arrow - 1] == ')';
    return closed ? Bytes.text(line.bytes, types + SIGNATURE.length, arrow - 1).strip() : "";
  }

  private static boolean tensors(Line line, int from, int end) {
    return Bytes.startsWith(line.bytes, from, end, ONE)
        || Bytes.startsWith(line.bytes, from, end, MORE);
  }
}
