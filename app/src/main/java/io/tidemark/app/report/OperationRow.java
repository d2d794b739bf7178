package io.tidemark.app.report;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.tidemark.analysis.system.tenstorrent.Operation;
import io.tidemark.analysis.system.tenstorrent.mlir.MlirOp;
import io.tidemark.analysis.system.tenstorrent.mlir.MlirTensor;
import io.tidemark.analysis.system.tenstorrent.mlir.ModuleArgument;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An element of {@code operations.json} with the field names of tt-swiss, the reference profiler,
 * so that readers of its files can read it.
 */
record OperationRow(
    @JsonUnwrapped Printed printed,
    @JsonUnwrapped Tensors tensors,
    @Nullable String loc,
    int index,
    @JsonUnwrapped Cache cache,
    boolean isWeightOp,
    List<Weight> weights) {

  /** The op as printed on its own line. */
  record Printed(
      @Nullable String result,
      @Nullable String mlirOp,
      List<String> inputs,
      @Nullable String attributes,
      String inputTypes,
      String outputType) {

    private static final Printed NOTHING = new Printed(null, null, List.of(), null, "", "");

    private static Printed of(@Nullable MlirOp op) {
      return op == null
          ? NOTHING
          : new Printed(
              op.result(),
              op.name(),
              op.operands(),
              op.attributes(),
              op.inputTypes(),
              op.outputType());
    }
  }

  record Tensors(
      List<String> inputShapes,
      List<String> inputDtypes,
      List<String> outputShapes,
      List<String> outputDtypes,
      @Nullable Layout outputLayoutInfo) {

    private static Tensors of(Printed printed) {
      List<MlirTensor> inputs = MlirTensor.all(printed.inputTypes());
      List<MlirTensor> outputs = MlirTensor.all(printed.outputType());
      return new Tensors(
          inputs.stream().map(MlirTensor::shapeText).toList(),
          inputs.stream().map(MlirTensor::dtype).toList(),
          outputs.stream().map(MlirTensor::shapeText).toList(),
          outputs.stream().map(MlirTensor::dtype).toList(),
          Layout.of(outputs));
    }
  }

  /** The program of constants that contains the op. */
  record Cache(@Nullable String constEvalGraph, boolean constEvalCacheMiss) {
    static Cache of(Operation op) {
      Operation.Constants constants = op.constants();
      return constants == null
          ? new Cache(null, false)
          : new Cache(constants.program(), constants.missed());
    }
  }

  record Layout(
      @JsonUnwrapped Elements elements,
      @JsonUnwrapped Tiling tiling,
      @JsonUnwrapped Padded padded,
      @Nullable String bufferType,
      double overheadPct) {

    private static @Nullable Layout of(List<MlirTensor> yielded) {
      if (yielded.isEmpty() || yielded.get(0).memory() == null) {
        return null;
      }
      MlirTensor tensor = yielded.get(0);
      long logical = tensor.logicalBytes();
      return new Layout(
          new Elements(tensor.shape(), tensor.dtype(), logical),
          tensor.tiled()
              ? new Tiling(true, tensor.tiles(), tensor.tile())
              : new Tiling(false, null, null),
          new Padded(tensor.paddedShape(), tensor.paddedBytes()),
          tensor.memory(),
          percent(tensor.paddedBytes() - logical, logical));
    }
  }

  record Elements(List<Long> logicalShape, String dtype, long unpaddedBytes) {}

  record Tiling(boolean isTiled, @Nullable List<Long> memrefShape, @Nullable List<Long> tileSize) {}

  record Padded(List<Long> paddedShape, long paddedBytes) {}

  record Weight(int registryIndex, @Nullable String name, String shape, String dtype, long bytes) {

    private static Weight of(ModuleArgument argument) {
      MlirTensor tensor = argument.tensor();
      return new Weight(
          argument.index(),
          argument.name(),
          tensor.shapeText(),
          tensor.dtype(),
          tensor.logicalBytes());
    }
  }

  static OperationRow of(Operation op, int index) {
    Printed printed = Printed.of(op.printed());
    List<Weight> weights = op.weights().stream().map(Weight::of).toList();
    return new OperationRow(
        printed,
        Tensors.of(printed),
        place(op),
        index,
        Cache.of(op),
        op.constants() != null || !weights.isEmpty(),
        weights);
  }

  static @Nullable String name(Operation op) {
    MlirOp printed = op.printed();
    return printed == null ? null : printed.name();
  }

  /** The location; for a cached graph, which has none in the log, the graph's name. */
  static @Nullable String place(Operation op) {
    MlirOp printed = op.printed();
    if (printed == null) {
      return null;
    }
    boolean graph =
        printed.location() == null && printed.loadsCached() && !printed.operands().isEmpty();
    return graph ? printed.operands().get(0) : printed.location();
  }

  static double percent(long more, long of) {
    return of <= 0 ? 0 : (double) more / of * 100;
  }
}
