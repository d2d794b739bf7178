package io.tidemark.app.report;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.tidemark.analysis.system.tenstorrent.Operation;
import io.tidemark.analysis.system.tenstorrent.OperationListener;
import io.tidemark.analysis.system.tenstorrent.TensorSums;
import io.tidemark.analysis.system.tenstorrent.mlir.ModuleArgument;
import io.tidemark.app.report.LeftOut.Part;
import io.tidemark.app.report.OperationRow.Cache;
import io.tidemark.model.ByteSize;
import io.tidemark.model.event.MemoryView;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/**
 * Writes a runtime log's ops, during the analysis, to files that the reference profiler's readers
 * know. The n-th element of each array is the same op. Ops that free tensors or only name the
 * device are left out, as in the reference.
 */
final class OperationFiles implements OperationListener, AutoCloseable {

  private static final Set<String> UNLISTED = Set.of("DeallocateOp", "GetDeviceOp");

  private final ReportFolder folder;
  private final String log;
  private final LeftOut leftOut;
  private final ModuleDumps dumps;
  private final InputsRegistry registry;
  private final JsonFile operations;
  private final JsonFile memory;
  private final Map<String, Bank> banks = new LinkedHashMap<>();
  private final PageOperations page;
  private int ops;

  private record Bank(int numBanks, @JsonProperty("total_bytes_per_bank_MB") double total) {}

  private record Metadata(Map<String, Bank> memoryConfig, int totalOperations) {}

  /**
   * @param leftOut counts what exceeds the limits
   * @param page receives each op, including those that the files leave out
   */
  OperationFiles(ReportFolder folder, String log, LeftOut leftOut, PageOperations page) {
    this.folder = folder;
    this.log = log;
    this.leftOut = leftOut;
    this.page = page;
    this.dumps = new ModuleDumps(leftOut);
    this.registry = new InputsRegistry(leftOut);
    this.memory = new JsonFile(folder, log + "_memory.json", OperationFiles::openMemory);
    this.operations = new JsonFile(folder, log + "_operations.json", JsonFile::openSnakeCase);
  }

  /** Whether the report lists an op with this name. */
  static boolean lists(String op) {
    return !UNLISTED.contains(op);
  }

  ModuleDumps dumps() {
    return dumps;
  }

  @Override
  public void onOperation(Operation op) {
    page.add(op);
    if (!lists(op.type())) {
      return;
    }
    leftOut.add(Part.TENSORS, op.tensors().full() ? 1 : 0);
    MemoryRow row = MemoryRow.of(op, ops);
    row.memory()
        .forEach((name, view) -> banks.putIfAbsent(name, new Bank(view.banks(), view.total())));
    memory.write(row);
    operations.write(OperationRow.of(op, ops));
    ops++;
  }

  @Override
  public void onModule(List<ModuleArgument> arguments) {
    registry.add(arguments);
    dumps.onModule(arguments);
  }

  @Override
  public void onStage(String stage, String text) {
    dumps.onStage(stage, text);
  }

  @Override
  public void onLimit(Limit limit, long count) {
    leftOut.add(Part.of(limit), count);
  }

  /** The modules' declarations and texts, for the page. */
  ModulesDocument modules() {
    return ModulesDocument.of(dumps, registry);
  }

  private static JsonGenerator openMemory(Path file) {
    JsonGenerator out = JsonFile.openSnakeCase(file);
    out.writeStartObject();
    out.writeName("operations");
    return out;
  }

  /** Completes the files: the log has ended, and a runtime wrote it. */
  void complete() {
    operations.open();
    JsonGenerator whole = memory.open();
    whole.writeEndArray();
    whole.writePOJOProperty("metadata", new Metadata(banks, ops));
    if (!registry.isEmpty()) {
      write("_inputs_registry.json", registry.content());
    }
    if (!dumps.stages().isEmpty()) {
      write("_ir.json", dumps.stages());
    }
  }

  private void write(String name, Object content) {
    JsonFile.writeSnakeCase(folder.path().resolve(log + name), content);
  }

  /** Removes the files, since no runtime wrote the log. */
  void discard() throws IOException {
    operations.discard();
    memory.discard();
  }

  @Override
  public void close() {
    operations.close();
    memory.close();
  }

  /**
   * An element of {@code memory.json} with the field names of tt-swiss, the reference profiler: the
   * state before an op. "MB" means MiB there, as in the log.
   *
   * @param isWeightOp whether it prepares weights; in {@code operations.json} also an op that takes
   *     weights
   */
  private record MemoryRow(
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
}
