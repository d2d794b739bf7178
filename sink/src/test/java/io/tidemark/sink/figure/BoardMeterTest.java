package io.tidemark.sink.figure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class BoardMeterTest {

  @Test
  void theReadmeListsEveryMeterAsDeclared() throws IOException {
    List<String> rows =
        Files.readString(Path.of("README.md"))
            .lines()
            .filter(line -> line.startsWith("| `tidemark_"))
            .toList();

    assertThat(rows)
        .containsExactlyElementsOf(
            Arrays.stream(BoardMeter.values()).map(BoardMeterTest::row).toList());
  }

  @Test
  void namesEndInTheirUnitOrInWhatTheyAre() {
    assertThat(BoardMeter.OP_GROWTH.unit()).hasToString("bytes");
    assertThat(BoardMeter.RUN_START.unit()).hasToString("seconds");
    assertThat(BoardMeter.FRAGMENTATION.unit()).hasToString("ratio");
    assertThat(BoardMeter.LINES.unit()).isNull();
    assertThat(BoardMeter.values())
        .allSatisfy(
            meter ->
                assertThat(meter.shownName().endsWith("_total"))
                    .isEqualTo(meter.kind() == MeterKind.COUNTER));
  }

  private static String row(BoardMeter meter) {
    return "| `%s` | %s | %s | %s |"
        .formatted(
            meter.shownName(), shownType(meter), String.join(", ", meter.labels()), meter.help());
  }

  /** The type as Prometheus' text format names it. */
  private static String shownType(BoardMeter meter) {
    return meter.kind() == MeterKind.INFO ? "gauge" : meter.kind().name().toLowerCase(Locale.ROOT);
  }
}
