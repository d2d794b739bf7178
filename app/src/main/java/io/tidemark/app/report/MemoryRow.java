package io.tidemark.app.report;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.tidemark.analysis.system.tenstorrent.Operation;
import io.tidemark.analysis.system.tenstorrent.TensorSums;
import io.tidemark.app.report.OperationRow.Cache;
import io.tidemark.model.ByteSize;
import io.tidemark.model.event.MemoryView;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An element of {@code memory.json} with the field names of tt-swiss, the reference profiler: the
 * state before an op. "MB" means MiB there, as in the log.
 *
 * @param isWeightOp whether it prepares weights; in {@code operations.json} also an op that takes
 *     weights
 */
record MemoryRow(
    String opType,
    Map<String, View> memory,
    int index,
    @JsonUnwrapped Place place,
    @JsonUnwrapped Cache cache,
    boolean isWeightOp,
    Map<String, Padding> unpaddedMemory) {

  /** The op as printed on its own line. */
  record Place(@Nullable String mlirOp, @Nullable String loc) {}

  /** The figures of a memory line, per bank. */
  record View(
      @JsonProperty("numBanks") int banks,
      @JsonProperty("totalBytesPerBank_MB") double total,
      @JsonProperty("totalBytesAllocatedPerBank_MB") double allocated,
      @JsonProperty("totalBytesFreePerBank_MB") double free,
      @JsonProperty("largestContiguousBytesFreePerBank_MB") double largest) {

    private static View of(MemoryView view) {
      int banks = view.banks();
      Long largest = view.largestFreeBytes();
      return new View(
          banks,
          printed(view.capacityBytes() / banks),
          printed(view.usedBytes() / banks),
          printed(view.freeBytes() / banks),
          largest == null ? 0 : printed(largest / banks));
    }

    /** Rounds to three decimals, as in the log. */
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

    private static Padding of(TensorSums sums) {
      long more = sums.paddedBytes() - sums.logicalBytes();
      return new Padding(
          sums.logicalBytes(),
          sums.paddedBytes(),
          sums.tensors(),
          ByteSize.inMib(sums.logicalBytes()),
          ByteSize.inMib(sums.paddedBytes()),
          ByteSize.inMib(more),
          OperationRow.percent(more, sums.logicalBytes()));
    }
  }

  static MemoryRow of(Operation op, int index) {
    Map<String, View> memory = new LinkedHashMap<>();
    op.before().forEach(view -> memory.put(view.memory(), View.of(view)));
    Map<String, Padding> padding = new LinkedHashMap<>();
    padding.put("DRAM", Padding.of(op.tensors().dram()));
    padding.put("L1", Padding.of(op.tensors().l1()));
    return new MemoryRow(
        op.type(),
        memory,
        index,
        new Place(OperationRow.name(op), OperationRow.place(op)),
        Cache.of(op),
        op.constants() != null,
        padding);
  }
}
