package io.tidemark.app.surface;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.alert.GivenSizes;
import io.tidemark.analysis.alert.Thresholds;
import io.tidemark.analysis.run.LogSystems;
import io.tidemark.analysis.run.Settings;
import io.tidemark.app.logfile.Analysed;
import io.tidemark.app.logfile.LogAtRest;
import io.tidemark.app.replay.Replay;
import io.tidemark.app.replay.ReplayTimes;
import io.tidemark.app.report.Report;
import io.tidemark.app.summary.Summary;
import io.tidemark.model.alert.AlertRule;
import io.tidemark.sink.board.Board;
import io.tidemark.sink.history.OpenMetricsFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The results of a training's summary must be equal live, in a report and in its history. */
class TrainingSurfacesTest {

  /** TinyLlama with recomputation, from the trainer's documentation. */
  private static final String LOG =
      """
      ########################################
      tinyllama (memory_efficient)
      ########################################
      Number of parameters: 969369600
      === Memory Usage Summary ===

      --- MODEL_CREATION ---
        DRAM: Segment Peak 1863.25 MB, Allocations 1863.25 MB, Deallocations 0.00 MB, Segment Change +1863.25 MB
        DRAM: Cumulative Peak 1863.25 MB, Cumulative Current 1863.25 MB
        L1: Peak CB 0.29 MB, Peak Buffer 0.00 MB, Peak Total 0.29 MB
      --- OPTIMIZER_CREATION ---
        DRAM: Segment Peak 3708.76 MB, Allocations 3708.76 MB, Deallocations 0.00 MB, Segment Change +3708.76 MB
        DRAM: Cumulative Peak 5572.01 MB, Cumulative Current 5572.01 MB
        L1: Peak CB 0.00 MB, Peak Buffer 0.00 MB, Peak Total 0.00 MB
      --- FORWARD_PASS ---
        DRAM: Segment Peak 996.35 MB, Allocations 192.95 MB, Deallocations 0.00 MB, Segment Change +192.95 MB
        DRAM: Cumulative Peak 6568.36 MB, Cumulative Current 5764.96 MB
        L1: Peak CB 0.00 MB, Peak Buffer 0.00 MB, Peak Total 0.00 MB
      --- BACKWARD_PASS ---
        DRAM: Segment Peak 2513.69 MB, Allocations 1663.07 MB, Deallocations 0.00 MB, Segment Change +1663.07 MB
        DRAM: Cumulative Peak 8278.65 MB, Cumulative Current 7428.04 MB
        L1: Peak CB 0.00 MB, Peak Buffer 0.00 MB, Peak Total 0.00 MB

      === Final Totals ===
      Overall DRAM Peak: 8278.65 MB, Final DRAM Usage: 7428.04 MB

      """;

  private static final long PEAK_BYTES = Math.round(8278.65 * (1 << 20));
  private static final long NOW = 4_000_000_000_000L;

  @TempDir Path folder;
  private Path log = Path.of("");

  @BeforeEach
  void write() throws Exception {
    log = Files.writeString(folder.resolve("train.log"), LOG);
  }

  private LogAtRest log(long deviceBytes) {
    GivenSizes sizes = GivenSizes.ofDevice(OptionalLong.of(deviceBytes));
    return LogAtRest.of(List.of(log), new Settings(Thresholds.DEFAULT, LogSystems.ALL, sizes))
        .get(0);
  }

  private static String openMetrics(LogAtRest log, Path file) throws Exception {
    try (OpenMetricsFile out = new OpenMetricsFile(file)) {
      Replay.read(log, new ReplayTimes(ZoneOffset.UTC, null), out);
      out.finish();
    }
    return Files.readString(file);
  }

  @Test
  void liveAndReportSayTheSameInTheSameWords() throws Exception {
    LogAtRest given = log(12L << 30);
    String live = Summary.of(Analysed.of(given, outcome -> {}).board(), NOW);

    assertThat(live)
        .contains(
            "  training tinyllama (memory_efficient)\n",
            "  training summary, complete, 969,369,600 parameters; MiB of one device\n",
            "BACKWARD_PASS          2513.69  1663.07     0.00  +1663.07  8278.65  7428.04\n",
            "L1 peaks: circular buffers 0.29, buffers 0.00, total 0.29\n",
            "model                   1863.25, expected 1848.93 (+0.77 %)\n",
            "optimizer               3708.76, expected 3697.85 (+0.29 %)\n",
            "activations              192.95\n",
            "gradients               1856.03, expected 1848.93 (+0.38 %)\n",
            "overhead                2513.69\n",
            "other                     25.23\n",
            "peak 8278.65 of 12288.00 (67.37 %), in BACKWARD_PASS: fits, 4009.35 left\n");
    assertThat(new Report(given).read().text().orElseThrow()).startsWith(live);
    assertThat(live.lines()).allMatch(line -> line.length() <= 80);
  }

  @Test
  void pageAndMetricsAndHistoryCarryTheSameFigures() throws Exception {
    LogAtRest given = log(12L << 30);
    Board board = Analysed.of(given, outcome -> {}).board();
    String model = "%d".formatted(Math.round(1863.25 * (1 << 20)));

    assertThat(Door.get(board, "/api/v1/board"))
        .contains(
            "\"verdict\":\"fits\",\"name\":\"tinyllama (memory_efficient)\",\"parameters\":969369600")
        .contains("\"peakBytes\":%d,\"usageRatio\":0.67371".formatted(PEAK_BYTES))
        .contains(
            "{\"name\":\"model\",\"actualBytes\":%s,\"expectedBytes\":1938739200}".formatted(model))
        .contains("\"phasesInAll\":4");
    assertThat(Door.get(board, "/api/v1/phases?run=train.log%231&from=3"))
        .startsWith("{\"inAll\":4,\"rows\":[{")
        .contains("\"name\":\"BACKWARD_PASS\"")
        .doesNotContain("FORWARD_PASS");
    String labels =
        "{kind=\"expected\",memory=\"DRAM\",part=\"model\",run=\"train.log#1\"} 1.9387392E9\n";
    assertThat(Door.get(board, "/metrics"))
        .contains("tidemark_training_bytes" + labels)
        .contains("tidemark_training_usage_ratio{run=\"train.log#1\"} 0.67371");
    assertThat(openMetrics(given, folder.resolve("history.txt")))
        .containsPattern("tidemark_training_usage_ratio\\{.*run=\"train.log#1\"} 0.67371")
        .containsPattern("tidemark_training_bytes\\{.*kind=\"actual\".*part=\"model\".* " + model);
  }

  @Test
  void aTrainingThatDoesNotFitSaysSoEverywhere() throws Exception {
    LogAtRest small = log(8L << 30);
    Board board = Analysed.of(small, outcome -> {}).board();

    assertThat(Summary.of(board, NOW)).contains(": does not fit, 86.65 missing");
    assertThat(Door.get(board, "/api/v1/board")).contains("\"verdict\":\"does not fit\"");
    assertThat(Door.get(board, "/metrics"))
        .contains("tidemark_training_usage_ratio{run=\"train.log#1\"} 1.01");
    assertThat(openMetrics(small, folder.resolve("history.txt")))
        .containsPattern("tidemark_training_usage_ratio\\{.*} 1.01")
        .containsPattern("tidemark_alert_active\\{.*rule=\"TidemarkWillNotFit\".*} 1");
    assertThat(board.alerts().keySet())
        .extracting(alert -> alert.rule())
        .containsExactly(AlertRule.WILL_NOT_FIT);
  }
}
