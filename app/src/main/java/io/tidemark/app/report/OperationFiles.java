package io.tidemark.app.report;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.tidemark.analysis.system.tenstorrent.mlir.MlirTensor;
import io.tidemark.analysis.system.tenstorrent.mlir.ModuleArgument;
import io.tidemark.app.logfile.LogAtRest;
import io.tidemark.app.report.LeftOut.Part;
import io.tidemark.model.ByteSize;
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
          .disable(SerializationFeature.FLUSH_AFTER_WRITE_VALUE)
          .build();

  /** Of the registry's entries, whose totals are written before them; some 40,000 ordinary ones. */
  private static final long MOST_ENTRY_BYTES = 32L << 20;

  private static final int ENTRY_BYTES = 400;

  private final Path registry;
  private final LeftOut leftOut;
  private final JsonGenerator memory;
  private final SequenceWriter operations;
  private final Map<String, Bank> banks = new LinkedHashMap<>();
  private final List<Entry> entries = new ArrayList<>();
  private long entryBytes;
  private long declared;
  private long weights;
  private long inputs;
  private long weightBytes;
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
      @JsonProperty("bytes_MB") double mib) {}

  private record Totals(
      long totalEntries,
      long totalWeights,
      long totalInputs,
      long totalWeightBytes,
      @JsonProperty("total_weight_MB") double mib) {}

  private record Registry(Totals metadata, List<Entry> entries) {}

  private OperationFiles(Path folder, String name, LeftOut leftOut) {
    this.leftOut = leftOut;
    registry = folder.resolve(name + "_inputs_registry.json");
    memory =
        MAPPER.createGenerator(folder.resolve(name + "_memory.json").toFile(), JsonEncoding.UTF8);
    operations = array(folder.resolve(name + "_operations.json"));
    memory.writeStartObject();
    memory.writeName("operations");
    memory.writeStartArray();
  }

  /** Reads the log and writes its files into the folder; counts what there is no room for. */
  static void write(LogAtRest log, Path folder, String name, LeftOut leftOut) throws IOException {
    try (OperationFiles files = new OperationFiles(folder, name, leftOut)) {
      Operations operations = new Operations(files, leftOut);
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
  public void module(List<ModuleArgument> arguments) {
    arguments.forEach(this::argument);
    modules++;
  }

  private void argument(ModuleArgument argument) {
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
            tensor.shapeText(),
            tensor.dtype(),
            bytes,
            ByteSize.inMib(bytes));
    long size = ENTRY_BYTES + 2L * entry.toString().length();
    if (entryBytes + size <= MOST_ENTRY_BYTES) {
      entryBytes += size;
      entries.add(entry);
    } else {
      leftOut.add(Part.ARGUMENTS, 1);
    }
  }

  @Override
  public void close() throws IOException {
    memory.writeEndArray();
    memory.writeName("metadata");
    memory.writePOJO(new Metadata(banks, ops));
    memory.writeEndObject();
    memory.close();
    operations.close();
    if (!entries.isEmpty()) {
      MAPPER.writeValue(
          registry.toFile(),
          new Registry(
              new Totals(declared, weights, inputs, weightBytes, ByteSize.inMib(weightBytes)),
              entries));
    }
  }
}
