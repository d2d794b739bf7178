package io.tidemark.model.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DumpNameTest {

  @ParameterizedTest
  @CsvSource({
    "d/module_0001.jit_f-live-range.txt, d/module_0001.jit_f",
    "d/module_0001.jit_f-buffer-assignment-values.txt, d/module_0001.jit_f",
    "d/memory_usage_summary.csv, d/memory_usage",
    "d/l1_usage_summary.csv, d/memory_usage",
    "d/detailed_memory_usage.csv, d/memory_usage",
    "d/after_detailed_memory_usage.csv, d/after_memory_usage",
    "d/memory_results.json, d/memory_results.json",
    "d/memory_allocation_beer.json, d/memory_allocation_beer.json",
    "graph_capture_0_of_2.json, graph_capture_0_of_2.json"
  })
  void filesThatTellTogetherHaveOneName(Path file, Path module) {
    assertThat(DumpName.moduleOf(file)).isEqualTo(module);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "train.log",
        "-live-range.txt",
        "a-live-range.txt.1",
        "program_memory_usage_summary.csv",
        "memory.json",
        "memory_allocation.log",
        "/"
      })
  void aLogIsNoDump(Path file) {
    assertThat(DumpName.moduleOf(file)).isNull();
  }
}
