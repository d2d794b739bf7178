package io.tidemark.app.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.alert.GivenSizes;
import io.tidemark.analysis.alert.Thresholds;
import io.tidemark.analysis.run.LogSystems;
import io.tidemark.analysis.run.Settings;
import io.tidemark.app.logfile.LogAtRest;
import io.tidemark.model.Samples;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Tests the files of single systems in reports, beside the shared ones. */
class SystemReportTest {

  private static final JsonMapper OUTSIDE = new JsonMapper();
  private static final LocalDateTime NOW = LocalDateTime.of(2026, 11, 21, 9, 8, 7);

  @TempDir Path folder;

  private static LogAtRest alone(Path log) {
    return alone(log, GivenSizes.NONE);
  }

  private static LogAtRest alone(Path log, GivenSizes sizes) {
    return LogAtRest.of(List.of(log), new Settings(Thresholds.DEFAULT, LogSystems.ALL, sizes))
        .get(0);
  }

  private static JsonNode read(Path file) throws Exception {
    return OUTSIDE.readTree(Files.readString(file));
  }

  @Test
  void aRequestThatItsCallerCanDoWithoutIsNoFailure() throws Exception {
    Path report =
        new Report(alone(Samples.path("xla/bfc_gpu_t4_tf_gsate_1.log")))
            .write(new ReportParent("--out", folder), NOW, "log")
            .folder()
            .orElseThrow();
    assertThat(report.resolve("summary.txt"))
        .content()
        .contains("refused     HBM: An allocation needed")
        .doesNotContain("OUT OF MEMORY");
    assertThat(
            read(report.resolve("state.json"))
                .at("/runs/bfc_gpu_t4_tf_gsate_1.log#1/status/refused/count")
                .asInt())
        .isEqualTo(10);
  }

  @Test
  void aCompilersBuffersAndRejectsAreKept() throws Exception {
    Path log = Samples.path("tpu-mlir/reconstructed/F_edge_cases.log");
    Path report =
        new Report(alone(log))
            .write(new ReportParent("--out", folder), NOW, "log")
            .folder()
            .orElseThrow();
    assertThat(read(report.resolve("state.json")).findValues("intervals"))
        .flatExtracting(intervals -> intervals.valueStream().toList())
        .hasSize(20);
    JsonNode rejects = read(report.resolve("rejects.json"));
    assertThat(rejects).hasSize(2);
    assertThat(rejects.get(0).get("line").asInt()).isEqualTo(21);
    assertThat(rejects.get(0).get("column").asInt()).isEqualTo(100);
    assertThat(rejects.get(1).get("line").asInt()).isEqualTo(22);
    assertThat(rejects.get(1).get("column").asInt()).isEqualTo(422);
  }

  @Test
  void aTrainersSummaryIsJudgedByTheGivenSizes() throws Exception {
    Path log = Samples.path("tt-train/pr50909_excerpt.log");
    OptionalLong unknown = OptionalLong.empty();
    GivenSizes large =
        new GivenSizes(
            OptionalLong.of(32L << 30), OptionalLong.of(1L << 31), unknown, unknown, true);
    assertThat(new Report(alone(log)).read().text().orElseThrow())
        .contains("training summary, truncated", "does not fit, 2165.88 missing")
        .doesNotContain("fits        with");
    assertThat(new Report(alone(log, large)).read().text().orElseThrow())
        .contains("14453.88 of 32768.00 (44.11 %), in BACKWARD_PASS_micro_0: fits")
        .contains("model                   2104.53, expected 2048.00 (+2.76 %)");
    JsonNode training =
        read(
            new Report(alone(log, large))
                .write(new ReportParent("--out", folder), NOW, "log")
                .folder()
                .orElseThrow()
                .resolve("state.json"));
    JsonNode run = training.at("/runs/pr50909_excerpt.log#1/status/training");
    assertThat(run.get("phases")).hasSize(5);
    assertThat(run.get("memory").get("peakOwner").asString()).isEqualTo("BACKWARD_PASS_micro_0");
  }

  @Test
  void aStaticPlanIsReportedWithItsFindings() throws Exception {
    Path log = Samples.path("zant/beer.json");
    assertThat(new Report(alone(log)).read().text().orElseThrow())
        .contains(
            "369.0 KiB, peak 216.0 KiB at step 9 (the arena is 70.83 % larger)",
            "50 placed, 0 failed",
            "at the peak: Relu6__10_0_quantized 108.0 KiB, model_1/block_1_expand_relu/Relu6",
            "buffer   5  108.0 KiB  u8   16 tensors of 2.25 KiB to 108.0 KiB, 17.71 % in use",
            "1 tensor of 18.0 KiB, 100.00 %");
    JsonNode plans =
        read(
            new Report(alone(log))
                .write(new ReportParent("--out", folder), NOW, "log")
                .folder()
                .orElseThrow()
                .resolve("plans.json"));
    JsonNode plan = plans.get("beer.json#1 zant#1");
    assertThat(plan.get("peakBytes").asLong()).isEqualTo(221_184);
    assertThat(plan.get("peakOwners")).hasSize(2);
    assertThat(plan.get("backings")).hasSize(9);
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
    assertThat(new Report(alone(file)).read().text().orElseThrow())
        .contains("DRAM 1.00 MiB of 4.00 MiB (25.0 %)")
        .contains("stated at model.py:3\n");
  }

  @Test
  void aGraphCaptureIsReportedByItsPeaks() throws Exception {
    Path report =
        new Report(alone(Samples.path("tt-train/graph_trace_add_sample.json")))
            .write(new ReportParent("--out", folder), NOW, "log")
            .folder()
            .orElseThrow();
    assertThat(Files.readString(report.resolve("summary.txt")))
        .contains("L1_TOTAL ", "raised by ttnn::add at ttnn::add > ttnn::prim::binary");
    assertThat(read(report.resolve("snapshots.json"))).hasSize(9);
  }
}
