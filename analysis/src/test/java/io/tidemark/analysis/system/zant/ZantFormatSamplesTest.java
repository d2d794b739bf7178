package io.tidemark.analysis.system.zant;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.line.Parsed;
import io.tidemark.analysis.line.Parsed.Ignored;
import io.tidemark.analysis.message.RowFact;
import io.tidemark.analysis.run.LogSystems;
import io.tidemark.model.Samples;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ZantFormatSamplesTest {

  private static Parsed parse(String line) {
    byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
    return LogSystems.ALL.formats().parse(bytes, 0, bytes.length);
  }

  @ParameterizedTest
  @CsvSource({
    "lib_gen_stderr_old_SYNTHETIC.log, 2, 3, 1, 1, 0",
    "beer.json, 0, 0, 0, 1, 0",
    "memory_allocation_beer_object_SYNTHETIC.json, 0, 0, 0, 0, 1"
  })
  void theSamplesHoldAsManyLinesOfEachKindAsCounted(
      String sample, int nodes, int links, int starts, int lists, int objects) {
    Map<String, Integer> counts = new TreeMap<>();
    new String(Samples.bytes("zant/" + sample), StandardCharsets.UTF_8)
        .lines()
        .forEach(line -> counts.merge(kind(parse(line)), 1, Integer::sum));
    counts.remove("ignored");
    Map<String, Integer> expected =
        new TreeMap<>(
            Map.of(
                "nodes", nodes, "links", links, "start", starts, "list", lists, "object", objects));
    expected.values().removeIf(count -> count == 0);
    assertThat(counts).isEqualTo(expected);
  }

  private static String kind(Parsed parsed) {
    if (parsed instanceof ZantPlan plan) {
      return plan.planner() == null ? "list" : "object";
    }
    if (parsed instanceof RowFact line) {
      return line.name().endsWith("nodes")
          ? "nodes"
          : line.name().endsWith("TENSORS") ? "links" : line.is("planning") ? "start" : line.name();
    }
    return parsed == Ignored.IGNORED ? "ignored" : parsed.toString();
  }
}
