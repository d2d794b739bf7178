package io.tidemark.app.report;

import io.tidemark.analysis.system.tenstorrent.mlir.MlirOp;
import io.tidemark.analysis.system.tenstorrent.mlir.MlirTensor;
import java.util.List;

/**
 * The inputs and outputs of an op, as its own line states them: {@code 1x768 bf16}.
 *
 * @param inputs the first ones
 * @param outputs the first ones
 * @param leftOut number of inputs and outputs not listed
 */
record OperationShapes(List<String> inputs, List<String> outputs, int leftOut) {

  private static final int MOST_LISTED = 16;

  OperationShapes {
    inputs = List.copyOf(inputs);
    outputs = List.copyOf(outputs);
  }

  static OperationShapes of(MlirOp op) {
    List<MlirTensor> inputs = MlirTensor.all(op.inputTypes());
    List<MlirTensor> outputs = MlirTensor.all(op.outputType());
    List<String> listedInputs = texts(inputs);
    List<String> listedOutputs = texts(outputs);
    int listed = listedInputs.size() + listedOutputs.size();
    return new OperationShapes(
        listedInputs, listedOutputs, inputs.size() + outputs.size() - listed);
  }

  private static List<String> texts(List<MlirTensor> tensors) {
    return tensors.stream().limit(MOST_LISTED).map(OperationShapes::text).toList();
  }

  /** The text of a tensor; a scalar has only its type. */
  static String text(MlirTensor tensor) {
    return (tensor.shapeText() + " " + tensor.dtype()).strip();
  }
}
