package io.tidemark.app.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.run.Settings;
import io.tidemark.app.logfile.Analysed;
import io.tidemark.app.logfile.LogAtRest;
import io.tidemark.model.alert.Alert;
import io.tidemark.model.log.RunId;
import io.tidemark.sink.board.Board;
import io.tidemark.sink.history.OpenMetricsFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests a complete log with labels from an operator. */
class LabelledReplayTest {

  private static final String FAILURE =
      "Always | FATAL    | Out of Memory: Not enough space to allocate 96 B DRAM buffer across 12"
          + " banks, where each bank needs to store 8 B\n";

  @TempDir Path folder;
  private LogAtRest log;

  @BeforeEach
  void write() throws Exception {
    Path file = Files.writeString(folder.resolve("a.log"), "2026-06-19 09:26:13.108 x\n" + FAILURE);
    log =
        LogAtRest.of(List.of(file), Settings.DEFAULT)
            .get(0)
            .labelled(Map.of("pod", "train-0", "job", "qwen"));
  }

  @Test
  void theSamplesOfItsRunHaveThem() throws Exception {
    Path samples = folder.resolve("samples.txt");
    try (OpenMetricsFile out = new OpenMetricsFile(samples)) {
      Replay.read(log, new ReplayTimes(ZoneOffset.UTC, null), out);
      out.finish();
    }
    assertThat(Files.readAllLines(samples).stream().filter(line -> line.contains("_run_info{")))
        .isNotEmpty()
        .allMatch(
            line -> line.contains("job=\"tidemark\",label_job=\"qwen\",label_pod=\"train-0\""));
  }

  @Test
  void itsReportHasThemInTheRunAndBehindTheAlert() throws Exception {
    Board board = Analysed.of(log, outcome -> {}).board();
    assertThat(board.runs().get(new RunId("a.log", 1)).source().labels())
        .containsExactly(Map.entry("job", "qwen"), Map.entry("pod", "train-0"));
    assertThat(board.alerts().values())
        .extracting(Alert::sentence)
        .isNotEmpty()
        .allMatch(sentence -> sentence.endsWith(" [job=qwen pod=train-0]"));
  }
}
