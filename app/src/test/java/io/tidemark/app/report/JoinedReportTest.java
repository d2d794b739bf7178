package io.tidemark.app.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.run.Settings;
import io.tidemark.app.logfile.LogAtRest;
import io.tidemark.model.Samples;
import io.tidemark.sink.board.Board;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Tests several files that are one log, and several logs that are one state. */
class JoinedReportTest {

  private static final JsonMapper OUTSIDE = new JsonMapper();
  private static final LocalDateTime NOW = LocalDateTime.of(2026, 11, 21, 9, 8, 7);

  private static final String FAILED =
      "Always | FATAL    | Out of Memory: Not enough space to allocate 96 B DRAM buffer across 12 banks,"
          + " where each bank needs to store 8 B\n";

  @TempDir Path folder;

  private static LogAtRest alone(Path log) {
    return LogAtRest.of(List.of(log), Settings.DEFAULT).get(0);
  }

  private static List<Board> boards(List<LogAtRest> logs) throws Exception {
    List<Board> boards = new ArrayList<>();
    for (LogAtRest log : logs) {
      boards.add(new Report(log).read().board());
    }
    return boards;
  }

  private static JsonNode read(Path file) throws Exception {
    return OUTSIDE.readTree(Files.readString(file));
  }

  @Test
  void theFilesOfAnXlaModuleAreOneLog() throws Exception {
    String module = "xla/tpu_v5e_libtpu0.0.42.1_train_step_fits-";
    List<LogAtRest> logs =
        LogAtRest.of(
            Stream.of("buffer-assignment-values", "buffer-assignment", "live-range")
                .map(kind -> Samples.path(module + kind + ".txt"))
                .toList(),
            Settings.DEFAULT);
    assertThat(logs).hasSize(1);
    Path report =
        new Report(logs.get(0))
            .write(new ReportParent("--out", folder), NOW, "log")
            .folder()
            .orElseThrow();
    JsonNode hbm =
        read(report.resolve("plans.json"))
            .get("tpu_v5e_libtpu0.0.42.1_train_step_fits#1 module HBM");
    assertThat(hbm.get("peakStep").asInt()).isEqualTo(741);
    assertThat(hbm.get("state").asString()).isEqualTo("complete");
    try (Stream<Path> files = Files.list(report)) {
      assertThat(files.filter(file -> file.toString().endsWith(".txt"))).hasSize(3 + 1);
    }
  }

  @Test
  void modulesOfOneProcessAreAddedUpAsAnEstimate() throws Exception {
    List<LogAtRest> logs =
        LogAtRest.of(
            Stream.of("fits", "oom_b48")
                .map(
                    name ->
                        Samples.path(
                            "xla/tpu_v5e_libtpu0.0.42.1_train_step_"
                                + name
                                + "-buffer-assignment.txt"))
                .toList(),
            Settings.DEFAULT);
    assertThat(logs).hasSize(2);
    assertThat(Report.together(boards(logs.subList(0, 1)))).isEmpty();
    assertThat(Report.together(boards(logs)))
        .filteredOn(line -> line.startsWith("HBM"))
        // 48,345,638,400 B for the larger one, 2,668,951,040 B for the arguments of the other.
        .containsExactly(
            "HBM of 2 modules in one process: from 45.03 GiB (arguments shared) to 47.51 GiB (none"
                + " shared), an estimate");
  }

  @Test
  void theReportsOfADeviceAreOneLog() throws Exception {
    Path summary = folder.resolve("memory_usage_summary.csv");
    Path detailed = folder.resolve("detailed_memory_usage.csv");
    Files.writeString(
        summary,
        """
        , Total Allocatable Size (B), Total Allocated (B), Total Free (KB), Largest Free Block (KB)
        ,1000,200,800,700
        ,500,0,500,500
        """);
    Files.writeString(detailed, ",DRAM\n,Total allocatable (B):,12000\n");
    List<LogAtRest> logs = LogAtRest.of(List.of(summary, detailed), Settings.DEFAULT);
    assertThat(logs).hasSize(1);
    Path report =
        new Report(logs.get(0))
            .write(new ReportParent("--out", folder), NOW, "log")
            .folder()
            .orElseThrow();
    JsonNode dram = read(report.resolve("snapshots.json")).get(0).get("memories").get(0);
    assertThat(dram.get("banks").asInt()).isEqualTo(12);
    assertThat(dram.get("usedBytes").asLong()).isEqualTo(2400);
  }

  @Test
  void aLogOfAPodHasTheNameAndLabelsThatItsPathStates() throws Exception {
    Path pod = folder.resolve("pods/ml_train-1_6f0/trainer");
    Path log = Files.writeString(Files.createDirectories(pod).resolve("0.log"), FAILED);
    LogAtRest one = LogAtRest.of(List.of(log), Settings.DEFAULT).get(0);

    assertThat(one.name()).isEqualTo("ml/train-1/trainer");
    assertThat(one.labelled(Map.of("commit", "f66a")).origin().labels())
        .isEqualTo(
            Map.of("namespace", "ml", "pod", "train-1", "container", "trainer", "commit", "f66a"));
  }

  @Test
  void manyLogsMakeOneStateAndShortNames() throws Exception {
    Path one = Files.createDirectory(folder.resolve("one"));
    Path two = Files.createDirectory(folder.resolve("two"));
    List<LogAtRest> logs =
        LogAtRest.of(
            List.of(
                Files.writeString(one.resolve("t.log"), FAILED),
                Files.writeString(two.resolve("t.log"), FAILED)),
            Settings.DEFAULT);
    assertThat(OUTSIDE.readTree(Report.json(boards(logs))).get("runs").propertyNames())
        .containsExactlyInAnyOrder("one/t.log#1", "two/t.log#1");
    Path wordy = Files.writeString(folder.resolve("名".repeat(80) + ".log"), FAILED);
    assertThat(
            new Report(alone(wordy))
                .write(new ReportParent("--out", folder), NOW, "log")
                .folder()
                .orElseThrow()
                .getFileName())
        .hasToString("名".repeat(66) + "_20261121_090807");
  }
}
