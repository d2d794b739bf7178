package io.tidemark.app.summary;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.alert.Alert;
import io.tidemark.model.alert.AlertKey;
import io.tidemark.model.alert.AlertRule;
import io.tidemark.model.log.FileStatus;
import io.tidemark.model.log.RunId;
import io.tidemark.model.run.ReadLines;
import io.tidemark.model.run.RunFailures;
import io.tidemark.model.run.RunSource;
import io.tidemark.model.run.RunStatus;
import io.tidemark.model.run.RunTime;
import io.tidemark.model.run.RunTracking;
import io.tidemark.sink.board.Board;
import io.tidemark.sink.board.BoardBuilder;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class StatusLinesTest {

  private static final long MIB = 1 << 20;
  private static final RunId RUN = new RunId("train.log", 2);

  private static RunStatus run(
      @Nullable String worker, @Nullable FileStatus file, @Nullable Long contradictions) {
    return new RunStatus(
        new RunSource("g", 26 * MIB, null, worker, Map.of(), file),
        new ReadLines(List.of("tenstorrent"), new RunStatus.Lines(1, 2, 0, 0, 0), 0, 0),
        new RunTracking(0, false, null, contradictions, null),
        RunFailures.NONE,
        null,
        new RunTime(1000, null));
  }

  private static Board board(RunStatus status) {
    BoardBuilder builder = new BoardBuilder();
    builder.applyRun(RUN, status);
    return builder.snapshot().board();
  }

  private static List<String> lines(RunStatus status) {
    return StatusLines.of(board(status), 2000, run -> false).stream()
        .map(StatusLines.Row::text)
        .toList();
  }

  @Test
  void aRunBehindItsFileSaysHowFarItIsRead() {
    RunStatus behind = run(null, new FileStatus(100 * MIB, 2000L), null);

    assertThat(lines(behind))
        .containsExactly("train.log#2 reading 26 %: 3 lines, none about memory so far");
    assertThat(Summary.of(board(behind), 2000))
        .startsWith("train.log#2   reading 26 %   0 snapshots, 3 lines, 0 rejected\n");
  }

  /** After a summary nothing is read any more, and the state of the writer is unknown. */
  @Test
  void aSummaryOfAnOpenRunSaysHowFarItWasReadAndNeitherLiveNorIdle() {
    Board board = board(run(null, null, null));

    for (long now : List.of(2000L, 9_000_000L)) {
      assertThat(Summary.of(board, now))
          .startsWith("train.log#2   read to the end of the log, the run is open   0 snapshots");
    }
  }

  @Test
  void aSummaryNamesActiveAlertsAndThoseThatEnded() {
    BoardBuilder builder = new BoardBuilder();
    builder.applyRun(RUN, run(null, null, null));
    builder.applyAlert(
        new AlertKey(RUN, AlertRule.CRITICAL, "0", "DRAM"),
        new Alert(1, 2, null, 1, "98 % of DRAM", 1, 1));
    builder.applyAlert(
        new AlertKey(RUN, AlertRule.NEAR_CAPACITY, "0", "DRAM"),
        new Alert(1, 2, 3L, 1, "91 % of DRAM", 1, 1));

    assertThat(Summary.of(builder.snapshot().board(), 2000).replaceAll("\\s+", " "))
        .contains("alerts critical memory critical · warning memory near capacity (ended)");
  }

  @Test
  void aWorkersRunNamesItsWorker() {
    assertThat(lines(run("TP1", null, null)))
        .containsExactly("train.log#2 worker TP1 live: 3 lines, none about memory so far");
  }

  @Test
  void aRunOfSeveralUnmarkedWritersSaysThatItsLinesContradict() {
    assertThat(lines(run(null, null, 1234L)))
        .containsExactly(
            "train.log#2 live: 3 lines, none about memory so far; 1,234 contradicting lines"
                + " (several writers)");
  }
}
