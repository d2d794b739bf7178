package io.tidemark.sink.page;

import static io.tidemark.sink.Made.DRAM;
import static io.tidemark.sink.Made.L1;
import static io.tidemark.sink.Made.MIB;
import static io.tidemark.sink.Made.RUN;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.alert.AlertRule;
import io.tidemark.model.log.LogPosition;
import io.tidemark.model.log.RunId;
import io.tidemark.model.memory.MemoryPeaks;
import io.tidemark.model.memory.MemoryUsage;
import io.tidemark.model.memory.Peak;
import io.tidemark.model.memory.SubmissionUse;
import io.tidemark.model.plan.PlanKey;
import io.tidemark.model.run.ReadLines;
import io.tidemark.model.run.RunFailures;
import io.tidemark.model.run.RunSource;
import io.tidemark.model.run.RunStatus;
import io.tidemark.model.run.RunTime;
import io.tidemark.model.run.RunTracking;
import io.tidemark.sink.Golden;
import io.tidemark.sink.Made;
import io.tidemark.sink.board.Board;
import io.tidemark.sink.board.BoardBuilder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class StateDocumentTest {

  @Test
  void theMadeUpBoardGivesTheGoldenDocument() {
    Golden.check(StateDocument.of(Made.board().snapshot().board()), "golden-state.json");
  }

  @Test
  void theOrderOfArrivalDoesNotShow() {
    Board made = Made.board().snapshot().board();
    List<Consumer<BoardBuilder>> steps = new ArrayList<>();
    made.runs().forEach((id, status) -> steps.add(board -> board.applyRun(id, status)));
    made.usage().forEach((key, usage) -> steps.add(board -> board.applyUsage(key, usage, 0)));
    made.ops().forEach((key, table) -> steps.add(board -> board.applyOps(key, table)));
    made.timelines().forEach((key, line) -> steps.add(board -> board.applyTimeline(key, line)));
    made.plans().forEach((key, plan) -> steps.add(board -> board.applyPlan(key, plan)));
    made.alerts().forEach((key, alert) -> steps.add(board -> board.applyAlert(key, alert)));
    String expected = StateDocument.of(made);

    for (int seed = 0; seed < 20; seed++) {
      Collections.shuffle(steps, new Random(seed));
      BoardBuilder board = new BoardBuilder();
      steps.forEach(step -> step.accept(board));
      assertThat(StateDocument.of(board.snapshot().board()))
          .as("seed %d", seed)
          .isEqualTo(expected);
    }
  }

  @Test
  void whatDependsOnTimeOrRestartsIsLeftOut() {
    BoardBuilder other = Made.board();
    RunStatus status = Made.outOfMemory(5000, 1, 4000);
    other.applyRun(
        RUN,
        new RunStatus(
            new RunSource("another", 5000, null),
            new ReadLines(status.formats(), new RunStatus.Lines(60, 30, 2, 99, 3), 1, 512),
            new RunTracking(12, false, null),
            new RunFailures(status.failures().newest(), 1, null, null, null, null, null),
            status.training(),
            new RunTime(77, 88L, null, true)));
    other.applyAlert(Made.alertKey(AlertRule.CRITICAL), Made.alert(77L, 4500));
    other.applyUsage(DRAM, later(Made.usage(600 * MIB, 999 * MIB, 4500)), 5);

    assertThat(StateDocument.of(other.snapshotWhileReading().board()))
        .isEqualTo(StateDocument.of(Made.board().snapshot().board()));
  }

  @Test
  void aChangedFigureShows() {
    BoardBuilder other = Made.board();
    other.applyUsage(L1, Made.usage(11 * MIB, 10 * MIB, 4500), 0);

    assertThat(StateDocument.of(other.snapshot().board()))
        .isNotEqualTo(StateDocument.of(Made.board().snapshot().board()));
  }

  @Test
  void namesThatLookLikeFieldsStayWhatTheyAre() {
    BoardBuilder board = new BoardBuilder();
    board.applyPlan(new PlanKey(new RunId("timeMillis", 1), "duplicate", 0), Made.summary(1));

    assertThat(StateDocument.of(board.snapshot().board()))
        .contains("\"timeMillis#1\"")
        .contains("\"duplicate\"");
  }

  private static MemoryUsage later(MemoryUsage usage) {
    return new MemoryUsage(
        usage.now(),
        usage.snapshots(),
        new MemoryPeaks(
            later(usage.peaks().highestSnapshot()),
            later(usage.tidemark()),
            usage.peaks().recentPeakBytes(),
            usage.peaks().highestFragmentation(),
            usage.peaks().reservedBytes()),
        usage.before(),
        new SubmissionUse(
            usage.submissions().constEvalBytes(),
            usage.submissions().leakBytesPerSubmission(),
            usage.submissions().overLastRun(),
            usage.submissions().leak(),
            usage.submissions().steady(),
            usage.submissions().byStep(),
            usage.submissions().stood()),
        usage.live(),
        new LogPosition(usage.offset(), usage.timeMillis() + 1));
  }

  private static Peak later(Peak peak) {
    return new Peak(
        peak.usedBytes(),
        peak.culprit(),
        peak.fromErrorLine(),
        new LogPosition(peak.offset(), peak.timeMillis() + 1));
  }
}
