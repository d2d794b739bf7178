package io.tidemark.analysis.system.xla;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.Lines;
import io.tidemark.analysis.line.Parsed;
import io.tidemark.analysis.message.RowFact;
import io.tidemark.analysis.system.xla.XlaDumpFact.Allocation;
import io.tidemark.analysis.system.xla.XlaDumpFact.Instruction;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class XlaDumpFormatSamplesTest {

  private static final String CPU = "cpu_jax0.10.2_train_step";
  private static final String FITS = "tpu_v5e_libtpu0.0.42.1_train_step_fits";
  private static final String OOM = "tpu_v5e_libtpu0.0.42.1_train_step_oom_b48";

  private static Map<String, Integer> counts(String set) {
    Map<String, Integer> counts = new HashMap<>();
    for (String file :
        new String[] {
          "buffer-assignment", "buffer-assignment-values", "live-range", "memory-usage-report"
        }) {
      for (byte[] line : Lines.of("xla/" + set + "-" + file + ".txt")) {
        Parsed parsed = Lines.parse(line);
        String kind =
            parsed instanceof RowFact own ? own.kind() : parsed.getClass().getSimpleName();
        counts.merge(kind, 1, Integer::sum);
        if (parsed instanceof Allocation a && a.color() != 0) {
          counts.merge("colours", 1, Integer::sum);
        }
        if (parsed instanceof Allocation a && a.parameter() >= 0) {
          counts.merge("parameters", 1, Integer::sum);
        }
        if (parsed instanceof Instruction i && i.op() != null) {
          counts.merge("ops", 1, Integer::sum);
        }
      }
    }
    return counts;
  }

  /** The counts were made with the described patterns, independent of this parser. */
  @ParameterizedTest
  @CsvSource({
    CPU + ", 177, 0, 44, 418, 399, 302, 292, 110, 1",
    FITS + ", 306, 6, 80, 1788, 664, 1352, 1570, 159, 4",
    OOM + ", 307, 6, 80, 1681, 682, 1208, 1463, 157, 4",
  })
  void everyLineOfTheDumpSetsIsCounted(
      String set,
      int allocations,
      int colours,
      int parameters,
      int values,
      int ops,
      int points,
      int ranges,
      int peakBuffers,
      int spaces) {
    Map<String, Integer> counts = counts(set);
    assertThat(counts)
        .containsEntry("Allocation", allocations)
        .containsEntry("parameters", parameters)
        .containsEntry("Value", values)
        .containsEntry("ValueHead", values)
        .containsEntry("Instruction", values)
        .containsEntry("ops", ops)
        .containsEntry("ProgramPoint", points)
        .containsEntry("LiveRange", ranges)
        .containsEntry("peak", 1)
        .containsEntry("peak_buffer", peakBuffers)
        .containsEntry("peak_total", 1)
        .containsEntry("space", spaces)
        .containsEntry("space_total", spaces)
        .containsEntry("total_bytes", 1)
        .containsEntry("live_range", 1)
        .doesNotContainKey("Rejected");
    assertThat(counts.getOrDefault("colours", 0)).isEqualTo(colours);
  }
}
