package io.tidemark.app.report;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.tidemark.analysis.system.tenstorrent.mlir.MlirTensor;
import io.tidemark.analysis.system.tenstorrent.mlir.ModuleArgument;
import io.tidemark.app.report.LeftOut.Part;
import io.tidemark.model.ByteSize;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The arguments that a log's modules declare, for {@code inputs_registry.json}, which begins with
 * sums.
 */
final class InputsRegistry {

  /**
   * Limit for the entries, which are held since their totals precede them; enough for some 40,000
   * ordinary ones.
   */
  private static final long MOST_ENTRY_BYTES = 32L << 20;

  private static final int ENTRY_BYTES = 400;

  private static final Set<String> WEIGHTS = Set.of("parameter", "constant");

  private final LeftOut leftOut;
  private final List<Entry> entries = new ArrayList<>();
  private long entryBytes;
  private long declared;
  private long weights;
  private long inputs;
  private long weightBytes;
  private int modules;

  private record Entry(
      int module,
      int index,
      String ssa,
      @Nullable String name,
      String type,
      @JsonUnwrapped Tensor tensor) {}

  private record Tensor(
      String shape, String dtype, long bytes, @JsonProperty("bytes_MB") double mib) {}

  /** A weight of a module, numbered from 0, with its unpadded bytes. */
  record Weight(int module, String name, String shape, String dtype, long bytes) {
    private static Weight of(Entry entry) {
      Tensor tensor = entry.tensor();
      String name = entry.name() == null ? entry.ssa() : entry.name();
      return new Weight(entry.module(), name, tensor.shape(), tensor.dtype(), tensor.bytes());
    }
  }

  private record Totals(
      long totalEntries,
      long totalWeights,
      long totalInputs,
      long totalWeightBytes,
      @JsonProperty("total_weight_MB") double mib) {}

  record Content(Totals metadata, List<Entry> entries) {}

  InputsRegistry(LeftOut leftOut) {
    this.leftOut = leftOut;
  }

  void add(List<ModuleArgument> arguments) {
    arguments.forEach(this::add);
    modules++;
  }

  private void add(ModuleArgument argument) {
    MlirTensor tensor = argument.tensor();
    long bytes = Math.max(0, tensor.logicalBytes());
    declared++;
    if (argument.weight()) {
      weights++;
      weightBytes += bytes;
    }
    inputs += argument.type().equals("input") ? 1 : 0;
    Entry entry =
        new Entry(
            modules,
            argument.index(),
            argument.ssa(),
            argument.name(),
            argument.type(),
            new Tensor(tensor.shapeText(), tensor.dtype(), bytes, ByteSize.inMib(bytes)));
    long size = ENTRY_BYTES + 2L * entry.toString().length();
    if (entryBytes + size <= MOST_ENTRY_BYTES) {
      entryBytes += size;
      entries.add(entry);
    } else {
      leftOut.add(Part.ARGUMENTS, 1);
    }
  }

  boolean isEmpty() {
    return entries.isEmpty();
  }

  long weights() {
    return weights;
  }

  long weightBytes() {
    return weightBytes;
  }

  List<Weight> largestWeights(int most) {
    return entries.stream()
        .filter(entry -> WEIGHTS.contains(entry.type()))
        .map(Weight::of)
        .sorted(Comparator.comparingLong(Weight::bytes).reversed())
        .limit(most)
        .toList();
  }

  Content content() {
    return new Content(
        new Totals(declared, weights, inputs, weightBytes, ByteSize.inMib(weightBytes)), entries);
  }
}
