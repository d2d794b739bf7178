package io.tidemark.app.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.alert.Thresholds;
import io.tidemark.analysis.run.LogSystems;
import io.tidemark.analysis.run.Settings;
import io.tidemark.analysis.system.tenstorrent.Tenstorrent;
import io.tidemark.analysis.system.tttrain.TtTrain;
import io.tidemark.app.logfile.LogAtRest;
import io.tidemark.model.Samples;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.LocalDateTime;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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

  private static Settings only(String format) {
    return new Settings(Thresholds.DEFAULT, LogSystems.ALL.only(format));
  }

  private static JsonNode read(Path file) throws Exception {
    return OUTSIDE.readTree(Files.readString(file));
  }

  @Test
  void theRealOutOfMemoryLogIsWrittenAsFiles() throws Exception {
    Path log = Samples.path("tenstorrent/ttxla_run_full_qwen3.6-27b_vllm_oom_ansi.log");
    Path report =
        new Report(alone(log))
            .write(new ReportParent("--out", folder), NOW, "log")
            .folder()
            .orElseThrow();
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
  }

  @Test
  void aDatedLogIsReportedAtItsOwnTimes() throws Exception {
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
        new Report(alone(Files.writeString(folder.resolve("dated.log"), log)))
            .write(new ReportParent("--out", folder), NOW, "log")
            .folder()
            .orElseThrow();
    JsonNode snapshots = read(report.resolve("snapshots.json"));
    // date -u -d "2024-03-01 10:00" +%s
    assertThat(snapshots.get(0).get("timeMillis").asLong() / 3_600_000)
        .isEqualTo(1_709_287_200 / 3600);
    assertThat(snapshots.get(1).get("timeMillis").asLong() / 60_000).isEqualTo(1_709_290_800 / 60);
    assertThat(report.resolve("summary.txt"))
        .content()
        .contains("alerts      critical memory critical (ended)")
        .endsWith(
            "times: by 2 dates of the log, UTC where they name no zone, estimated between them\n");
    Path undated =
        Files.writeString(folder.resolve("undated.log"), use.formatted("98.000", "2.000"));
    Files.setLastModifiedTime(undated, FileTime.fromMillis(1_709_287_200_000L));
    Path other =
        new Report(alone(undated))
            .write(new ReportParent("--out", folder), NOW, "log")
            .folder()
            .orElseThrow();
    assertThat(read(other.resolve("snapshots.json")).get(0).get("timeMillis").asLong())
        .isEqualTo(1_709_287_200_000L);
    assertThat(other.resolve("summary.txt")).content().endsWith("no line has a date\n");
  }

  @Test
  void aReportIsNeverWrittenOver() throws Exception {
    Path log = Files.writeString(folder.resolve("a.log"), FAILED);
    Report report = new Report(alone(log));
    List<String> names =
        Stream.of(
                report.write(new ReportParent("--out", folder), NOW, "log").folder().orElseThrow(),
                report.write(new ReportParent("--out", folder), NOW, "log").folder().orElseThrow())
            .map(path -> path.getFileName().toString())
            .toList();
    assertThat(names).containsExactly("a_20261121_090807", "a_20261121_090807_2");
  }

  @Test
  void aFileOfNoKnownFormatGetsNoFolderButALine() throws Exception {
    Path log = Files.writeString(folder.resolve("notes.md"), "# Notes\n\nnothing\n");
    Report report = new Report(alone(log));
    assertThat(report.write(new ReportParent("--out", folder.resolve("out")), NOW, "log").folder())
        .isEmpty();
    assertThat(report.read().text()).isEmpty();
    assertThat(folder.resolve("out")).doesNotExist();
    assertThat(report.silence())
        .isEqualTo(
            "notes.md: no memory line of a known format; tidemark report --help-all lists"
                + " the formats");
    // A broken record must not be ignored as foreign text, since it needs attention.
    Path broken =
        Files.writeString(folder.resolve("b.log"), "Always | DEBUG | Executing operation: %0 \n");
    assertThat(
            new Report(alone(broken)).write(new ReportParent("--out", folder), NOW, "log").folder())
        .isPresent();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      textBlock =
          """
          | info | Device | Opening user mode device driver of tt_metal~tt-metal: Memory lines are off
          INFO model_deploy.py: Save mlir of tpu-mlir to a.mlir~TPU-MLIR: Placement records are off
          import jax; jax.devices() of libtpu~XLA: memory plans need
          torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 MiB.~PyTorch: memory lines need print(
          0.07.304 I srv load_model: initializing, n_ctx_slot = 50176~llama.cpp: Buffers are not in the log
          INFO [api_server.py:1034] vLLM API server version 0.8.1~vLLM: its memory lines are
          """)
  void aLogWithoutAFigureIsAnsweredWithWhatToSwitchOn(String line, String answer) throws Exception {
    Path log = Files.writeString(folder.resolve("a.log"), "begin\n" + line + "\nend\n");
    assertThat(new Report(alone(log)).silence())
        .startsWith("a.log: no memory line of a known format; this looks like a log of " + answer);
  }

  @Test
  void anEmptyLogIsCalledEmpty() throws Exception {
    Path log = Files.writeString(folder.resolve("a.log"), "");
    assertThat(new Report(alone(log)).silence()).isEqualTo("a.log: the log is empty");
    Files.writeString(log, "\n");
    assertThat(new Report(alone(log)).silence()).contains("tidemark report --help-all lists");
  }

  @Test
  void quotedLinesAreNamedWhereALogHoldsNothingElse() throws Exception {
    String error = "jax.errors.JaxRuntimeError: RESOURCE_EXHAUSTED: Out of memory while trying to";
    Path log = folder.resolve("chat.log");
    Files.writeString(log, "hello\n> %s allocate 8 bytes.\n".formatted(error));
    Report report = new Report(alone(log));
    Report.Result read = report.read();
    assertThat(read.text().orElseThrow())
        .contains("0 snapshots, 2 lines, 0 rejected")
        .contains("quoted      1 quoted line (no logger wrote it), with a failure: HBM: An\n")
        .contains("No line of a known format");
    assertThat(report.write(new ReportParent("--out", folder.resolve("out")), NOW, "log").folder())
        .isPresent();
    assertThat(Report.hasFigures(read.board())).isFalse();
  }

  @Test
  void aLogThatEndsWithinItsFailureSaysThatItBreaksOff() throws Exception {
    Path log = folder.resolve("cut.log");
    Files.writeString(
        log,
        "2026-09-01 09:00:00.000 | critical |          Always | TT_FATAL: Out of Memory: Not enough"
            + " space to allocate 3");
    assertThat(new Report(alone(log)).read().text().orElseThrow())
        .contains("1 rejected")
        .contains("What the log states of memory could not be read")
        .doesNotContain("No line of a known format");
  }

  @Test
  void aLogIsReadByTheGivenFormatAlone() throws Exception {
    Path log = Samples.path("tenstorrent/oom_errors.txt");
    Report another = new Report(LogAtRest.of(List.of(log), only(TtTrain.FORMAT)).get(0));
    assertThat(another.read().text()).isEmpty();
    Report same = new Report(LogAtRest.of(List.of(log), only(Tenstorrent.RUNTIME)).get(0));
    assertThat(same.read().text().orElseThrow())
        .isEqualTo(new Report(alone(log)).read().text().orElseThrow());
  }
}
