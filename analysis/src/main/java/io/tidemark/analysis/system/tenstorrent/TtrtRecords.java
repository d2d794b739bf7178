package io.tidemark.analysis.system.tenstorrent;

import io.tidemark.analysis.line.DocumentFormat;
import io.tidemark.analysis.line.Parsed;
import io.tidemark.analysis.memory.MemoryBounds;
import io.tidemark.analysis.system.tenstorrent.mlir.MlirOp;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Ops of {@code ttrt run --memory}, with the memory use after each. */
final class TtrtRecords implements DocumentFormat {

  private static final List<String> MEMORIES = List.of("dram", "l1", "l1_small", "trace");
  private static final String BANKS = "/num_banks";
  private static final String CAPACITY = "/total_bytes_per_bank";
  private static final String USED = "/total_bytes_allocated_per_bank";
  private static final String FREE = "/total_bytes_free_per_bank";
  private static final String LARGEST = "/largest_contiguous_bytes_free_per_bank";
  private static final int MAX_BANKS = 65_536;

  @Override
  public String name() {
    return TtnnFiles.MEMORY;
  }

  @Override
  public Set<String> wanted() {
    Set<String> names = new TreeSet<>(Set.of("loc", "debug_str"));
    for (String memory : MEMORIES) {
      for (String figure : List.of(BANKS, CAPACITY, USED, FREE, LARGEST)) {
        names.add(memory + figure);
      }
    }
    return names;
  }

  @Override
  public boolean isRecord(Map<String, String> record) {
    return MEMORIES.stream().anyMatch(memory -> record.containsKey(memory + CAPACITY));
  }

  @Override
  public List<Parsed> read(String key, Map<String, String> record, int column) {
    return List.of(of(key, record, column));
  }

  private static Parsed of(String key, Map<String, String> record, int column) {
    List<TtnnFact.Bank> banks = new ArrayList<>();
    for (String memory : MEMORIES) {
      if (record.containsKey(memory + CAPACITY)) {
        long count = Figures.of(record, memory + BANKS);
        long capacity = Figures.of(record, memory + CAPACITY);
        long used = Figures.of(record, memory + USED);
        long free = Figures.of(record, memory + FREE);
        long largest = Figures.of(record, memory + LARGEST);
        if (count < 1
            || count > MAX_BANKS
            || Math.min(Math.min(capacity, used), Math.min(free, largest)) < 0) {
          return new Parsed.Rejected(
              TtnnFiles.MEMORY, column, "op " + key + ": " + memory + " lacks a figure");
        }
        MemoryBounds.Breach breach =
            TtMetalBounds.of(count, capacity, used, free, largest, 0).breach();
        if (breach != null) {
          return new Parsed.Rejected(
              TtnnFiles.MEMORY, column, "op " + key + ": " + memory + ": " + breach.reason());
        }
        banks.add(
            new TtnnFact.Bank(
                memory.toUpperCase(Locale.ROOT), (int) count, capacity, used, free, largest));
      }
    }
    return new TtnnFact.OpMemory(name(key, record), location(record), banks);
  }

  private static String name(String key, Map<String, String> record) {
    String text = record.get("debug_str");
    MlirOp op = text == null ? null : MlirOp.parse(text);
    return op == null ? "op " + key : op.name();
  }

  /** Returns the text within {@code loc("…")}; any other location is kept as it is. */
  private static @Nullable String location(Map<String, String> record) {
    String text = record.get("loc");
    return text != null && text.startsWith("loc(\"") && text.endsWith("\")")
        ? text.substring(5, text.length() - 2)
        : text;
  }
}
