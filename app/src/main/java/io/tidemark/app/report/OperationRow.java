package io.tidemark.app.report;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.tidemark.analysis.system.tenstorrent.TensorSums;
import io.tidemark.analysis.system.tenstorrent.TenstorrentFact.MemoryViewLine;
import io.tidemark.analysis.system.tenstorrent.mlir.MlirOp;
import io.tidemark.analysis.system.tenstorrent.mlir.MlirTensor;
import io.tidemark.analysis.system.tenstorrent.mlir.ModuleArgument;
import io.tidemark.model.ByteSize;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One operation in the words of tt-swiss, the reference profiler (its {@code memory.json} and
 * {@code operations.json}), so that what reads its files reads ours. "MB" is MiB there, as in the
 * log.
 */
final class OperationRow {

  private OperationRow() {}

  /**
   * An element of {@code memory.json}: the state before the op.
   *
   * @param isWeightOp it prepares weights; in {@code operations.json} one that takes them is, too
   */
  record Memory(
      String opType,
      Map<String, View> memory,
      int index,
      @Nullable String mlirOp,
      @Nullable String loc,
      @Nullable String constEvalGraph,
      boolean constEvalCacheMiss,
      boolean isWeightOp,
      Map<String, Padding> unpaddedMemory) {}

  /** A memory line's figures, of one bank. */
  record View(
      @JsonProperty("numBanks") int banks,
      @JsonProperty("totalBytesPerBank_MB") double total,
      @JsonProperty("totalBytesAllocatedPerBank_MB") double allocated,
      @JsonProperty("totalBytesFreePerBank_MB") double free,
      @JsonProperty("largestContiguousBytesFreePerBank_MB") double largest) {

    static View of(MemoryViewLine line) {
      return new View(
          line.banks(),
          printed(line.capacityPerBank()),
          printed(line.usedPerBank()),
          printed(line.freePerBank()),
          printed(line.largestFreePerBank()));
    }

    /** The log's three decimals again. */
    private static double printed(long bytes) {
      return Math.round(ByteSize.inMib(bytes) * 1000) / 1000.0;
    }
  }

  /** The live tensors of one memory with and without their padding. */
  record Padding(
      long unpaddedBytes,
      long paddedBytes,
      int numTensors,
      @JsonProperty("unpadded_MB") double unpadded,
      @JsonProperty("padded_MB") double padded,
      @JsonProperty("overhead_MB") double overhead,
      double overheadPct) {

    static Padding of(TensorSums sums) {
      long more = sums.paddedBytes() - sums.logicalBytes();
      return new Padding(
          sums.logicalBytes(),
          sums.paddedBytes(),
          sums.tensors(),
          ByteSize.inMib(sums.logicalBytes()),
          ByteSize.inMib(sums.paddedBytes()),
          ByteSize.inMib(more),
          percent(more, sums.logicalBytes()));
    }
  }

  /** An element of {@code operations.json}. */
  record Operation(
      @Nullable String result,
      @Nullable String mlirOp,
      List<String> inputs,
      @Nullable String attributes,
      String inputTypes,
      String outputType,
      List<String> inputShapes,
      List<String> inputDtypes,
      List<String> outputShapes,
      List<String> outputDtypes,
      @Nullable Layout outputLayoutInfo,
      @Nullable String loc,
      int index,
      @Nullable String constEvalGraph,
      boolean constEvalCacheMiss,
      boolean isWeightOp,
      List<Weight> weights) {}

  /** How what an op yields lies in memory. */
  record Layout(
      List<Long> logicalShape,
      String dtype,
      long unpaddedBytes,
      boolean isTiled,
      @Nullable List<Long> memrefShape,
      @Nullable List<Long> tileSize,
      List<Long> paddedShape,
      long paddedBytes,
      @Nullable String bufferType,
      double overheadPct) {

    static @Nullable Layout of(List<MlirTensor> yielded) {
      if (yielded.isEmpty() || yielded.get(0).memory() == null) {
        return null;
      }
      MlirTensor tensor = yielded.get(0);
      long logical = tensor.logicalBytes();
      return new Layout(
          tensor.shape(),
          tensor.dtype(),
          logical,
          tensor.tiled(),
          tensor.tiled() ? tensor.tiles() : null,
          tensor.tiled() ? tensor.tile() : null,
          tensor.paddedShape(),
          tensor.paddedBytes(),
          tensor.memory(),
          percent(tensor.paddedBytes() - logical, logical));
    }
  }

  /** A weight that an op takes. */
  record Weight(int registryIndex, @Nullable String name, String shape, String dtype, long bytes) {

    static Weight of(ModuleArgument argument) {
      MlirTensor tensor = argument.tensor();
      return new Weight(
          argument.index(),
          argument.name(),
          tensor.shapeText(),
          tensor.dtype(),
          tensor.logicalBytes());
    }
  }

  /**
   * An element of {@code attribution.json}: a change of use, and the op that made it. Rows of one
   * op add up to its entry in the op tables, divided by banks.
   *
   * @param index the op's in {@code memory.json}; {@code null} for a change that no op listed there
   *     made, such as {@code (between submissions)}
   * @param program the program that the op ran in
   * @param changeBytesPerBank by memory: the next snapshot less the op's own; {@code null} when a
   *     submission ends before there is one
   */
  record Attribution(
      @Nullable Integer index,
      String device,
      String opType,
      @Nullable String program,
      @Nullable Map<String, Long> changeBytesPerBank) {}

  /** The place; of a cached graph, that the log gives none, the graph's name. */
  static @Nullable String place(MlirOp op) {
    boolean graph = op.location() == null && op.loadsCached() && !op.operands().isEmpty();
    return graph ? op.operands().get(0) : op.location();
  }

  private static double percent(long more, long of) {
    return of <= 0 ? 0 : (double) more / of * 100;
  }
}
