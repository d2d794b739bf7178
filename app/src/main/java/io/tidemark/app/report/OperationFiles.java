package io.tidemark.app.report;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.tidemark.analysis.mlir.MlirTensor;
import io.tidemark.analysis.mlir.ModuleArgument;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonEncoding;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.SequenceWriter;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * A runtime log's ops in files that the reference profiler's readers know, and what each op did
 * beside them: the n-th element of each array is the same op.
 */
final class OperationFiles implements Operations.Taker, AutoCloseable {

  /** Nulls are kept: the reference's readers look for every key. */
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .enable(SerializationFeature.INDENT_OUTPUT)
          .build();

  private static final double MIB = 1 << 20;

  private final Path registry;
  private final JsonGenerator memory;
  private final SequenceWriter operations;
  private final SequenceWriter attribution;
  private final Map<String, Bank> banks = new LinkedHashMap<>();
  private final List<Entry> entries = new ArrayList<>();
  private int modules;
  private int ops;

  private record Bank(int numBanks, @JsonProperty("total_bytes_per_bank_MB") double total) {}

  private record Metadata(Map<String, Bank> memoryConfig, int totalOperations) {}

  private record Entry(
      int module,
      int index,
      String ssa,
      @Nullable String name,
      String type,
      String shape,
      String dtype,
      long bytes,
      @JsonProperty("bytes_MB") double mib) {

    boolean weight() {
      return type.equals("parameter") || type.equals("constant");
    }
  }

  private record Totals(
      int totalEntries,
      long totalWeights,
      long totalInputs,
      long totalWeightBytes,
      @JsonProperty("total_weight_MB") double mib) {}

  private record Registry(Totals metadata, List<Entry> entries) {}

  private OperationFiles(Path folder, String name) {
    registry = folder.resolve(name + "_inputs_registry.json");
    memory =
        MAPPER.createGenerator(folder.resolve(name + "_memory.json").toFile(), JsonEncoding.UTF8);
    operations = array(folder.resolve(name + "_operations.json"));
    attribution = array(folder.resolve(name + "_attribution.json"));
    memory.writeStartObject();
    memory.writeName("operations");
    memory.writeStartArray();
  }

  /** Reads the log and writes its files into the folder. */
  static void write(LogAtRest log, Path folder, String name) throws IOException {
    try (OperationFiles files = new OperationFiles(folder, name)) {
      Operations operations = new Operations(files);
      LogLines.each(log.files(), operations::take);
      operations.end();
    }
  }

  private static SequenceWriter array(Path file) {
    return MAPPER.writer().writeValuesAsArray(file.toFile());
  }

  @Override
  public void op(OperationRow.Memory row, OperationRow.Operation operation) {
    ops++;
    row.memory()
        .forEach((name, view) -> banks.putIfAbsent(name, new Bank(view.banks(), view.total())));
    memory.writePOJO(row);
    operations.write(operation);
  }

  @Override
  public void attribution(OperationRow.Attribution row) {
    attribution.write(row);
  }

  @Override
  public void module(List<ModuleArgument> arguments) {
    for (ModuleArgument argument : arguments) {
      MlirTensor tensor = argument.tensor();
      long bytes = Math.max(0, tensor.logicalBytes());
      entries.add(
          new Entry(
              modules,
              argument.index(),
              argument.ssa(),
              argument.name(),
              argument.type(),
              tensor.shapeText(),
              tensor.dtype(),
              bytes,
              bytes / MIB));
    }
    modules++;
  }

  @Override
  public void close() throws IOException {
    memory.writeEndArray();
    memory.writeName("metadata");
    memory.writePOJO(new Metadata(banks, ops));
    memory.writeEndObject();
    memory.close();
    operations.close();
    attribution.close();
    if (!entries.isEmpty()) {
      long weights = entries.stream().filter(Entry::weight).count();
      long inputs = entries.stream().filter(entry -> entry.type().equals("input")).count();
      long bytes = entries.stream().filter(Entry::weight).mapToLong(Entry::bytes).sum();
      MAPPER.writeValue(
          registry.toFile(),
          new Registry(new Totals(entries.size(), weights, inputs, bytes, bytes / MIB), entries));
    }
  }
}
