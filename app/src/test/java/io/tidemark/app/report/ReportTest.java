package io.tidemark.app.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.LogSystems;
import io.tidemark.analysis.Settings;
import io.tidemark.analysis.alert.Thresholds;
import io.tidemark.analysis.system.tenstorrent.Tenstorrent;
import io.tidemark.analysis.system.tttrain.TtTrain;
import io.tidemark.app.logfile.LogAtRest;
import io.tidemark.app.logfile.SlicedLog;
import io.tidemark.app.summary.GivenSizes;
import io.tidemark.model.Samples;
import io.tidemark.sink.board.Board;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ReportTest {

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
      boards.add(new Report(log, GivenSizes.none()).read().board());
    }
    return boards;
  }

  private static Settings only(String format) {
    return new Settings(format, Thresholds.DEFAULT, LogSystems.ALL);
  }

  private static JsonNode read(Path file) throws Exception {
    return OUTSIDE.readTree(Files.readString(file));
  }

  @Test
  void theRealOutOfMemoryLogIsWrittenAsFiles() throws Exception {
    Path log = Samples.path("tenstorrent/ttxla_run_full_qwen3.6-27b_vllm_oom_ansi.log");
    Path report =
        new Report(alone(log), GivenSizes.none()).write(folder, NOW).folder().orElseThrow();
    assertThat(report.getFileName())
        .hasToString("ttxla_run_full_qwen3.6-27b_vllm_oom_ansi_20261121_090807");
    assertThat(report.resolve("ttxla_run_full_qwen3.6-27b_vllm_oom_ansi_profile.log"))
        .hasSameBinaryContentAs(log);
    assertThat(read(report.resolve("snapshots.json"))).hasSize(758);
    JsonNode failures = read(report.resolve("out_of_memory.json"));
    assertThat(failures).hasSize(1);
    assertThat(failures.get(0).get("neededPerBank").asLong()).isEqualTo(1_761_280);
    assertThat(failures.get(0).get("freePerBank").asLong()).isEqualTo(9_980_000);
    assertThat(failures.get(0).get("largestFreePerBank").asLong()).isEqualTo(1_207_296);
    assertThat(read(report.resolve("rejects.json"))).isEmpty();
    assertThat(report.resolve("summary.txt")).content().contains("758 snapshots");
    assertThat(report.resolve("records.json")).doesNotExist();
  }

  @Test
  void aDatedLogIsToldAtItsOwnTimes() throws Exception {
    String use =
        "Always | INFO | Device DRAM memory state: MemoryView{numBanks: 1, totalBytesPerBank: 100.000 MB,"
            + " totalBytesAllocatedPerBank: %s MB, totalBytesFreePerBank: %s MB,"
            + " largestContiguousBytesFreePerBank: 2.000 MB}%n";
    String log =
        "2024-03-01 10:00:00.000 begins\n"
            + use.formatted("98.000", "2.000")
            + "2024-03-01 11:00:00.000 goes on\n"
            + use.formatted("10.000", "90.000");
    Path report =
        new Report(alone(Files.writeString(folder.resolve("dated.log"), log)), GivenSizes.none())
            .write(folder, NOW)
            .folder()
            .orElseThrow();
    JsonNode snapshots = read(report.resolve("snapshots.json"));
    // date -u -d "2024-03-01 10:00" +%s
    assertThat(snapshots.get(0).get("timeMillis").asLong() / 3_600_000)
        .isEqualTo(1_709_287_200 / 3600);
    assertThat(snapshots.get(1).get("timeMillis").asLong() / 60_000).isEqualTo(1_709_290_800 / 60);
    assertThat(report.resolve("summary.txt"))
        .content()
        .contains("TidemarkMemoryCritical (over)")
        .endsWith(
            "times: by 2 dates of the log, UTC where they name no zone, estimated between them\n");
    Path undated =
        Files.writeString(folder.resolve("undated.log"), use.formatted("98.000", "2.000"));
    Files.setLastModifiedTime(undated, FileTime.fromMillis(1_709_287_200_000L));
    Path other =
        new Report(alone(undated), GivenSizes.none()).write(folder, NOW).folder().orElseThrow();
    assertThat(read(other.resolve("snapshots.json")).get(0).get("timeMillis").asLong())
        .isEqualTo(1_709_287_200_000L);
    assertThat(other.resolve("summary.txt")).content().endsWith("no line has a date\n");
  }

  @Test
  void whatAnAllocatorsCallersCanDoWithoutIsToldAsNoFailure() throws Exception {
    Path report =
        new Report(alone(Samples.path("xla/bfc_gpu_t4_tf_gsate_1.log")), GivenSizes.none())
            .write(folder, NOW)
            .folder()
            .orElseThrow();
    assertThat(report.resolve("summary.txt"))
        .content()
        .contains("10 requests turned down by an allocator, no failures")
        .doesNotContain("OUT OF MEMORY");
    assertThat(
            read(report.resolve("state.json"))
                .at("/runs/bfc_gpu_t4_tf_gsate_1.log#1/status/declinedCount")
                .asInt())
        .isEqualTo(10);
  }

  @Test
  void aCompilersRecordsAreKept() throws Exception {
    Path log = Samples.path("tpu-mlir/reconstructed/F_edge_cases.log");
    Path report =
        new Report(alone(log), GivenSizes.none()).write(folder, NOW).folder().orElseThrow();
    assertThat(read(report.resolve("records.json"))).hasSize(20);
    assertThat(read(report.resolve("intervals.json"))).hasSize(20);
    JsonNode rejects = read(report.resolve("rejects.json"));
    assertThat(rejects).hasSize(2);
    assertThat(rejects.get(0).get("line").asInt()).isEqualTo(21);
    assertThat(rejects.get(0).get("column").asInt()).isEqualTo(100);
    assertThat(rejects.get(1).get("line").asInt()).isEqualTo(22);
    assertThat(rejects.get(1).get("column").asInt()).isEqualTo(422);
  }

  @Test
  void aTrainersSummaryIsJudgedByWhatIsTold() throws Exception {
    Path log = Samples.path("tt-train/pr50909_excerpt.log");
    OptionalLong unknown = OptionalLong.empty();
    GivenSizes large =
        new GivenSizes(
            OptionalLong.of(32L << 30), OptionalLong.of(1L << 31), unknown, unknown, true);
    assertThat(new Report(alone(log), GivenSizes.none()).read().text().orElseThrow())
        .contains("training summary, truncated", "does not fit, 2165.88 missing");
    assertThat(new Report(alone(log), large).read().text().orElseThrow())
        .contains("14453.88 of 32768.00 (44.11 %), in BACKWARD_PASS_micro_0: fits")
        .contains("model                   2104.53, expected 2048.00 (+2.76 %)");
    JsonNode training =
        read(
            new Report(alone(log), large)
                .write(folder, NOW)
                .folder()
                .orElseThrow()
                .resolve("training.json"));
    JsonNode run = training.get("pr50909_excerpt.log#1");
    assertThat(run.get("summary").get("phases")).hasSize(5);
    assertThat(run.get("memory").get("peakOwner").asString()).isEqualTo("BACKWARD_PASS_micro_0");
  }

  @Test
  void aStaticPlanIsToldWithItsFindings() throws Exception {
    Path log = Samples.path("zant/beer.json");
    assertThat(new Report(alone(log), GivenSizes.none()).read().text().orElseThrow())
        .contains(
            "50 placed, 0 failed; peak 221,184 B at step 9; arena 377,856 B, 70.83 % above",
            "at the peak: Relu6__10_0_quantized 110,592 B, model_1/block_1_expand_relu/Relu6",
            "buffer   5      110,592 B  u8   16 tensors of 2,304 to 110,592 B, 17.71 % in use",
            "1 tensor of 18,432 B, 100.00 %");
    JsonNode plans =
        read(
            new Report(alone(log), GivenSizes.none())
                .write(folder, NOW)
                .folder()
                .orElseThrow()
                .resolve("plans.json"));
    JsonNode plan = plans.get("beer.json#1 zant#1");
    assertThat(plan.get("peakBytes").asLong()).isEqualTo(221_184);
    assertThat(plan.get("peakOwners")).hasSize(2);
    assertThat(plan.get("backings")).hasSize(9);
  }

  @Test
  void theFilesOfAnXlaModuleTellTheirFiguresTogether() throws Exception {
    String module = "xla/tpu_v5e_libtpu0.0.42.1_train_step_fits-";
    List<LogAtRest> logs =
        LogAtRest.of(
            Stream.of("buffer-assignment-values", "buffer-assignment", "live-range")
                .map(kind -> Samples.path(module + kind + ".txt"))
                .toList(),
            Settings.DEFAULT);
    assertThat(logs).hasSize(1);
    Path report =
        new Report(logs.get(0), GivenSizes.none()).write(folder, NOW).folder().orElseThrow();
    JsonNode hbm =
        read(report.resolve("plans.json"))
            .get("tpu_v5e_libtpu0.0.42.1_train_step_fits#1 module HBM");
    assertThat(hbm.get("peakStep").asInt()).isEqualTo(741);
    assertThat(hbm.get("state").asString()).isEqualTo("success");
    try (Stream<Path> files = Files.list(report)) {
      assertThat(files.filter(file -> file.toString().endsWith(".txt"))).hasSize(3 + 1);
    }
  }

  @Test
  void modulesOfOneProcessAreSetTogetherAsAnEstimate() throws Exception {
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
        // 48,345,638,400 B the larger one, 2,668,951,040 B the arguments of the other.
        .containsExactly(
            "HBM of 2 modules in one process: from 45.03 GiB (arguments shared) to 47.51 GiB (none"
                + " shared), an estimate");
  }

  @Test
  void theReportsOfADeviceTellTheirFiguresTogether() throws Exception {
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
        new Report(logs.get(0), GivenSizes.none()).write(folder, NOW).folder().orElseThrow();
    JsonNode dram = read(report.resolve("snapshots.json")).get(0).get("memories").get(0);
    assertThat(dram.get("banks").asInt()).isEqualTo(12);
    assertThat(dram.get("usedBytes").asLong()).isEqualTo(2400);
  }

  @Test
  void whatTheFirstOpFoundIsNotItsOwn() throws Exception {
    Path file = folder.resolve("memory_results.json");
    Files.writeString(
        file,
        """
        {"0": {"loc": "loc(\\"model.py:3\\")", "debug_str": "\\"ttnn.tan\\"(%0)",
          "dram": {"num_banks": 1, "total_bytes_per_bank": 4194304,
            "total_bytes_allocated_per_bank": 1048576, "total_bytes_free_per_bank": 3145728,
            "largest_contiguous_bytes_free_per_bank": 3145728}}}
        """);
    assertThat(new Report(alone(file), GivenSizes.none()).read().text().orElseThrow())
        .contains("tidemark          1.000 MiB (25.00 %), at model.py:3\n");
  }

  @Test
  void aGraphCaptureIsToldByItsPeaks() throws Exception {
    Path report =
        new Report(alone(Samples.path("tt-train/graph_trace_add_sample.json")), GivenSizes.none())
            .write(folder, NOW)
            .folder()
            .orElseThrow();
    assertThat(Files.readString(report.resolve("summary.txt")))
        .contains(
            "device 0 L1_TOTAL",
            "tidemark          0.063 MiB, after ttnn::add, at ttnn::add > ttnn::prim::binary");
    assertThat(read(report.resolve("snapshots.json"))).hasSize(9);
  }

  @Test
  void aReportIsNeverWrittenOver() throws Exception {
    Path log = Files.writeString(folder.resolve("a.log"), FAILED);
    Report report = new Report(alone(log), GivenSizes.none());
    List<String> names =
        Stream.of(
                report.write(folder, NOW).folder().orElseThrow(),
                report.write(folder, NOW).folder().orElseThrow())
            .map(path -> path.getFileName().toString())
            .toList();
    assertThat(names).containsExactly("a_20261121_090807", "a_20261121_090807_2");
  }

  @Test
  void aFileThatTellsNothingGetsNoFolderButALine() throws Exception {
    Path log = Files.writeString(folder.resolve("notes.md"), "# Notes\n\nnothing\n");
    Report report = new Report(alone(log), GivenSizes.none());
    assertThat(report.write(folder.resolve("out"), NOW).folder()).isEmpty();
    assertThat(report.read().text()).isEmpty();
    assertThat(folder.resolve("out")).doesNotExist();
    assertThat(report.silence(report.read().board()))
        .startsWith("notes.md: no known line: looked for tenstorrent, tpu-mlir, ")
        .endsWith("ttnn-graph");
    // What began like a record and broke is told, for somebody has to look.
    Path broken =
        Files.writeString(folder.resolve("b.log"), "Always | DEBUG | Executing operation: %0 \n");
    assertThat(new Report(alone(broken), GivenSizes.none()).write(folder, NOW).folder())
        .isPresent();
  }

  @Test
  void quotedLinesAreNamedWhereALogHoldsNothingElse() throws Exception {
    String error = "jax.errors.JaxRuntimeError: RESOURCE_EXHAUSTED: Out of memory while trying to";
    Path log = folder.resolve("chat.log");
    Files.writeString(log, "hello\n> %s allocate 8 bytes.\n".formatted(error));
    Report report = new Report(alone(log), GivenSizes.none());
    Report.Result read = report.read();
    assertThat(read.text().orElseThrow())
        .contains("2 lines: 0 facts, 1 ignored, 0 rejects;", "  1 quoted line (no logger wrote it)")
        .contains("no log of a known format was found");
    assertThat(report.write(folder.resolve("out"), NOW).folder()).isEmpty();
    assertThat(report.silence(read.board())).endsWith("; 1 quoted line (no logger wrote it)");
  }

  @Test
  void aLogIsReadByTheFormatThatIsTold() throws Exception {
    Path log = Samples.path("tenstorrent/oom_errors.txt");
    Report another =
        new Report(LogAtRest.of(List.of(log), only(TtTrain.FORMAT)).get(0), GivenSizes.none());
    assertThat(another.read().text()).isEmpty();
    assertThat(another.silence(another.read().board()))
        .endsWith(": no known line: looked for tt-train");
    Report same =
        new Report(LogAtRest.of(List.of(log), only(Tenstorrent.RUNTIME)).get(0), GivenSizes.none());
    assertThat(same.read().text().orElseThrow())
        .isEqualTo(new Report(alone(log), GivenSizes.none()).read().text().orElseThrow());
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
        .containsExactlyInAnyOrder("t.log#1", "two/t.log#1");
    Path wordy = Files.writeString(folder.resolve("名".repeat(80) + ".log"), FAILED);
    assertThat(
            new Report(alone(wordy), GivenSizes.none())
                .write(folder, NOW)
                .folder()
                .orElseThrow()
                .getFileName())
        .hasToString("名".repeat(66) + "_20261121_090807");
  }

  @Test
  void aLogIsCutIntoSlicesWithoutLoss() throws Exception {
    StringBuilder text = new StringBuilder();
    for (int length : new int[] {0, 10, 70_000, 200_000, 300_000, 5, 262_144, 1_000_000, 3}) {
      text.append("x".repeat(length)).append('\n');
    }
    text.append("without an end");
    Path log = Files.writeString(folder.resolve("long.log"), text);
    long[] sums = new long[3];
    StringBuilder kept = new StringBuilder();
    SlicedLog.read(
        List.of(log),
        slice -> {
          assertThat(slice.offset()).isEqualTo(sums[0]);
          sums[0] += slice.length();
          sums[1] += slice.lines();
          sums[2] += slice.truncated() ? 1 : 0;
          kept.append(new String(slice.bytes(), StandardCharsets.UTF_8));
        });
    assertThat(sums).containsExactly(text.length(), 10, 2 + 1);
    assertThat(kept).startsWith("\n" + "x".repeat(10) + "\n").endsWith("xxx\nwithout an end");
  }
}
