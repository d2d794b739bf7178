package io.tidemark.app.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.analysis.run.Settings;
import io.tidemark.app.compare.Side;
import io.tidemark.app.logfile.LogAtRest;
import io.tidemark.app.logfile.LogFailure;
import io.tidemark.app.logfile.SlicedLog;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Data beyond a limit is counted, and data within it is unchanged. */
class LimitsTest {

  private static final LocalDateTime NOW = LocalDateTime.of(2026, 11, 21, 9, 8, 7);

  @TempDir Path folder;

  private Path log(String text) throws Exception {
    return Files.writeString(folder.resolve("t.log"), text);
  }

  private Path report(String text) throws Exception {
    LogAtRest log = LogAtRest.of(List.of(log(text)), Settings.DEFAULT).get(0);
    return new Report(log)
        .write(new ReportParent("--out", folder), NOW, "log")
        .folder()
        .orElseThrow();
  }

  private static JsonNode read(Path report, String file) throws Exception {
    return new JsonMapper().readTree(Files.readString(report.resolve(file)));
  }

  @Test
  void theNewestOfManyRunsAreInTheStateAndTheEventsOfAllAreWritten() throws Exception {
    Path report = report(LargeLog.PROCESS_STARTS.text(60));
    assertThat(read(report, "state.json").get("runs").propertyNames())
        .hasSize(50)
        .contains("t.log#11", "t.log#60");
    assertThat(read(report, "snapshots.json")).hasSize(120);
    assertThat(report.resolve("summary.txt")).content().contains("left out: 10 earlier runs");
  }

  @Test
  void aRunThatIsAskedForIsKeptHoweverManyFollow() throws Exception {
    Path log = log(LargeLog.PROCESS_STARTS.text(60));
    Side third = Side.of(log + "#3", Settings.DEFAULT);
    assertThat(third.run().number()).isEqualTo(3);
    assertThat(third.board().usage().keySet()).anyMatch(key -> key.run().number() == 3);
    assertThatThrownBy(() -> Side.of(log + "#61", Settings.DEFAULT))
        .hasMessageContaining("holds 60 runs");
  }

  @Tag("slow")
  @Test
  void aProgramThatNeverEndsHoldsNoRowUp() throws Exception {
    int ops = 70_000;
    Path report = report(LargeLog.UNFINISHED_PROGRAM.text(ops));
    JsonNode rows = read(report, "t_attribution.json");
    assertThat(IntStream.range(0, ops).allMatch(i -> rows.get(i).get("index").asInt() == i))
        .isTrue();
    assertThat(rows).hasSize(ops);
    assertThat(rows.get(1).get("change_bytes_per_bank").get("DRAM").asLong()).isEqualTo(1 << 20);
    assertThat(rows.get(ops - 1).get("change_bytes_per_bank").isNull()).isTrue();
    assertThat(report.resolve("summary.txt")).content().doesNotContain("left out:");
  }

  @Test
  void programsBelowTheDeepestAreCounted() throws Exception {
    Path report = report(LargeLog.NESTED_PROGRAMS.text(20));
    assertThat(read(report, "t_memory.json").get("operations")).hasSize(20);
    assertThat(read(report, "t_attribution.json").get(19).get("program").asString())
        .isEqualTo("p7");
    assertThat(report.resolve("summary.txt")).content().contains("left out: 12 programs nested");
  }

  @Test
  void aProgramThatStartsAgainAfterAKillIsNotNestedInItself() throws Exception {
    String killed = LargeLog.UNFINISHED_PROGRAM.text(2);
    Path report = report(killed + killed);
    Map<Integer, JsonNode> byIndex = new HashMap<>();
    for (JsonNode row : read(report, "t_attribution.json")) {
      byIndex.put(row.get("index").asInt(-1), row);
    }
    assertThat(byIndex.get(1).get("change_bytes_per_bank").isNull()).isTrue();
    assertThat(byIndex.get(2).get("program").asString()).isEqualTo("main");
  }

  @Test
  void modulesBeyondTheLimitAreCountedAndTheTotalsAreOfAll() throws Exception {
    Path report = report(LargeLog.DECLARED_MODULES.text(4_000));
    JsonNode registry = read(report, "t_inputs_registry.json");
    assertThat(registry.get("metadata").get("total_entries").asInt()).isEqualTo(80_000);
    assertThat(registry.get("metadata").get("total_weights").asInt()).isEqualTo(80_000);
    assertThat(registry.get("entries").size()).isBetween(10_000, 79_999);
    assertThat(report.resolve("summary.txt"))
        .content()
        .contains("left out: 2,976 modules", "module arguments in inputs_registry.json");
  }

  @Test
  void aFailureNamesTheBytesAndEscapesItsReason() throws Exception {
    Path log = log("x".repeat(70_000) + "\n" + "y\n".repeat(40_000));
    assertThatThrownBy(
            () ->
                SlicedLog.read(
                    List.of(log),
                    slice -> {
                      if (slice.offset() > 0) {
                        throw new IllegalStateException("bad \u001b[31mline");
                      }
                    }))
        .isInstanceOf(LogFailure.class)
        .hasMessage(
            "analysis failed between bytes 70,001 and 131,071:"
                + " IllegalStateException: bad \\u001b[31mline");
  }

  @Test
  void linesBeforeAnEndlessOneAreNotItsHead() throws Exception {
    StringBuilder slices = new StringBuilder();
    SlicedLog.read(
        List.of(log("a\nb\n" + "x".repeat(2_000_000) + "\nc\n" + "d".repeat(100) + "\n")),
        slice ->
            slices
                .append(slice.offset())
                .append(slice.truncated() ? " head " : " whole ")
                .append(slice.length())
                .append(' ')
                .append(new String(slice.bytes(), StandardCharsets.UTF_8).charAt(0))
                .append('\n'));
    assertThat(slices).hasToString("0 whole 4 a\n4 head 2000001 x\n2000005 whole 103 c\n");
  }
}
