package io.tidemark.analysis.system.tenstorrent.mlir;

import java.util.List;

/** What a whole parsed op does to tensors, to compare with what is read of its head and tail. */
public final class WholeOps {

  private WholeOps() {}

  /** The effect of an op; a result that is no tensor is left out. */
  public static TensorEffect effect(MlirOp op) {
    String type = op.outputType();
    boolean tensors = type.startsWith("tensor<") || type.startsWith("(tensor<");
    boolean yields = tensors && op.result() != null;
    boolean inTail = op.inputTypes().length() + type.length() + ": () -> ".length() < 4096;
    List<String> freed = MlirOp.deallocates(op.name()) ? op.operands() : List.of();
    boolean argument = freed.size() == 1 && freed.get(0).startsWith("%arg") && type.isEmpty();
    return new TensorEffect(
        op.result(),
        freed,
        (yields || argument) && inTail ? op.inputTypes() : "",
        yields ? type : "",
        op.loadsCached());
  }
}
