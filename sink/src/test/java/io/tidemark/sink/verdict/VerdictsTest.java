package io.tidemark.sink.verdict;

import static io.tidemark.sink.Made.NEW_YEAR_MILLIS;
import static io.tidemark.sink.Made.RUN;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.alert.AlertKey;
import io.tidemark.model.alert.AlertRule;
import io.tidemark.model.event.Op;
import io.tidemark.model.log.FileStatus;
import io.tidemark.model.log.LogPosition;
import io.tidemark.model.log.RunId;
import io.tidemark.model.memory.Culprit;
import io.tidemark.model.memory.MemoryKey;
import io.tidemark.model.memory.Peak;
import io.tidemark.model.plan.Attempt;
import io.tidemark.model.plan.PlanRecord;
import io.tidemark.model.plan.PlanSpace;
import io.tidemark.model.plan.PlanState;
import io.tidemark.model.run.AnalysisFailure;
import io.tidemark.model.run.RunSource;
import io.tidemark.model.run.RunStatus;
import io.tidemark.model.run.RunTime;
import io.tidemark.model.run.RunTracking;
import io.tidemark.model.training.Training;
import io.tidemark.model.training.TrainingState;
import io.tidemark.model.training.TrainingTotals;
import io.tidemark.sink.Made;
import io.tidemark.sink.board.Board;
import io.tidemark.sink.board.BoardBuilder;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VerdictsTest {

  private final BoardBuilder builder = new BoardBuilder();

  private String state(RunStatus status, long laterMillis) {
    builder.applyRun(RUN, status);
    Board board = builder.snapshot().board();
    return RunVerdict.of(board, RUN, status, NEW_YEAR_MILLIS + laterMillis).words();
  }

  /** A search from each of its characters would scan to its end a million times. */
  @Test
  @Timeout(60)
  void thePlaceOfAnEndlessLocationIsFoundInOnePass() {
    String word = "w".repeat(1 << 20);

    assertThat(CulpritText.place(new Culprit(null, word, null, null))).isEqualTo(word);
    assertThat(CulpritText.place(new Culprit(null, "at(" + word + "/m.py:140:8)", null, null)))
        .isEqualTo(word + "/m.py:140");
  }

  @Test
  void anOpenRunWithoutNewFiguresIsIdle() {
    RunStatus open = Made.status("g1", 9000, null);

    assertThat(state(open, 59_000)).isEqualTo("live");
    assertThat(state(open, 5 * 60_000)).isEqualTo("no news for 5 min");
  }

  @Test
  void aRunThatAnUpgradeEndedSaysSoAndIsNeitherFailedNorUrgent() {
    RunStatus upgraded = Made.endedBy(AnalysisFailure.Step.UPGRADE);
    RunStatus failed = Made.endedBy(AnalysisFailure.Step.LOAD);

    assertThat(state(upgraded, 5 * 60_000)).isEqualTo("begun anew after an upgrade");
    assertThat(RunState.BEGUN_ANEW.isFailed()).isFalse();
    assertThat(RunState.BEGUN_ANEW.trouble()).isZero();
    Board board = builder.snapshot().board();
    assertThat(RunOrder.section(board, RUN, upgraded, NEW_YEAR_MILLIS))
        .isEqualTo(RunOrder.Section.DONE);
    assertThat(RunOrder.section(board, RUN, failed, NEW_YEAR_MILLIS))
        .isEqualTo(RunOrder.Section.FAILED);
  }

  @Test
  void anEndedRunIsNotLive() {
    assertThat(state(Made.status("g1", 9000, NEW_YEAR_MILLIS + 1), 2)).isEqualTo("fits");
  }

  @Test
  void whatFitsDoesNotHideAMemoryThatWasFullAtTheEnd() {
    Set<AlertRule> full = Set.of(AlertRule.CRITICAL);
    RunStatus ended = Made.status("g1", 9000, NEW_YEAR_MILLIS + 1);
    List<PlanVerdict> placed = List.of(PlanVerdict.PLACED);

    assertThat(RunVerdict.ended(ended, placed, Set.of()).state()).isEqualTo(RunState.FITS);
    assertThat(RunVerdict.ended(ended, placed, full).state()).isEqualTo(RunState.ENDED);
  }

  private static RunStatus ofFile(RunStatus status, FileStatus file) {
    RunSource source = status.source();
    return new RunStatus(
        new RunSource(source.generation(), source.nextOffset(), null, null, Map.of(), file),
        status.read(),
        status.tracking(),
        status.failures(),
        status.training(),
        status.time());
  }

  @Test
  void aRunThatIsClearlyBehindItsFileIsReading() {
    RunStatus behind = Made.status("g1", 26 * Made.MIB, null);

    assertThat(state(ofFile(behind, new FileStatus(100 * Made.MIB, null)), 0))
        .isEqualTo("reading 26 %");
    assertThat(state(ofFile(behind, new FileStatus(100 * Made.MIB, null)), 90 * 60_000))
        .isEqualTo("reading 26 %");
    assertThat(state(ofFile(behind, new FileStatus(27 * Made.MIB - 1, null)), 0)).isEqualTo("live");
    RunStatus nearly = Made.status("g1", 9_999 * Made.MIB, null);
    assertThat(state(ofFile(nearly, new FileStatus(10_000 * Made.MIB, null)), 0))
        .isEqualTo("reading 99 %");
  }

  @Test
  void aPlanThatHasNoBufferYetHasNoTime() {
    PlanRecord.Summary made = Made.summary(70);
    Attempt begun = new Attempt(null, PlanState.TRUNCATED, new LogPosition(70, 0));
    builder.applyPlan(
        Made.PLAN,
        new PlanRecord.Summary(
            begun,
            made.space(),
            made.use(),
            made.peaks(),
            made.arena(),
            made.backings(),
            made.findings()));

    assertThat(state(Made.status("g1", 9000, null), 30_000)).isEqualTo("live");
  }

  @Test
  void aRunThatEndedBeforeItsFileIsNotReading() {
    RunStatus ended = Made.status("g1", 9000, NEW_YEAR_MILLIS + 1);

    assertThat(state(ofFile(ended, new FileStatus(100 * Made.MIB, null)), 2)).isEqualTo("fits");
  }

  @Test
  void aFileAtRestIsIdleInItsFirstMinute() {
    FileStatus atRest = new FileStatus(9000, NEW_YEAR_MILLIS - 90 * 60_000);
    FileStatus growing = new FileStatus(9000, NEW_YEAR_MILLIS);

    assertThat(state(ofFile(Made.status("g1", 9000, null), atRest), 0))
        .isEqualTo("no news for 90 min");
    assertThat(state(ofFile(Made.status("g1", 9000, null), growing), 0)).isEqualTo("live");
  }

  @ParameterizedTest
  @CsvSource({
    "119, 119 min",
    "120, 2 h",
    "2879, 47 h",
    "2880, 2 d 0 h",
    "716184, 497 d 8 h",
  })
  void aLongSilenceIsInHoursAndDays(long minutes, String words) {
    FileStatus atRest = new FileStatus(9000, NEW_YEAR_MILLIS - minutes * 60_000);

    assertThat(state(ofFile(Made.status("g1", 9000, null), atRest), 0))
        .isEqualTo("no news for " + words);
  }

  @Test
  void aGrowingLogThatBeganLongAgoIsLiveBeforeItsFirstFigure() {
    long later = 7 * 24 * 60 * 60_000L;
    FileStatus growing = new FileStatus(9000, NEW_YEAR_MILLIS + later);

    assertThat(state(ofFile(Made.status("g1", 9000, null), growing), later)).isEqualTo("live");
  }

  @Test
  void aFileAtRestIsIdleWhateverItsFiguresWereReadAt() {
    builder.applyUsage(Made.DRAM, Made.usage(1, 1, 1), 0);
    FileStatus atRest = new FileStatus(9000, NEW_YEAR_MILLIS - 90 * 60_000);

    assertThat(state(ofFile(Made.status("g1", 9000, null), atRest), 0))
        .isEqualTo("no news for 90 min");
  }

  @Test
  void aFailedAllocationIsTheStrongestState() {
    assertThat(state(Made.outOfMemory(9000, 1, 10), 60 * 60_000)).isEqualTo("out of memory");
  }

  @Test
  void aRefusedAllocationIsAStateOfItsOwn() {
    assertThat(state(Made.refused(4, null), 0)).isEqualTo("4 allocations refused");
    assertThat(state(Made.refused(1, NEW_YEAR_MILLIS + 1), 2)).isEqualTo("1 allocation refused");
  }

  @Test
  void anEndedRunWithAnAlertAtItsEndFollowsOpenOnesAndPrecedesOtherEndedOnes() {
    RunId alerting = new RunId("a.log", 1);
    RunId ended = new RunId("b.log", 1);
    RunId over = new RunId("c.log", 1);
    long end = NEW_YEAR_MILLIS + 5;
    builder.applyRun(RUN, Made.status("g1", 9000, null));
    for (RunId run : List.of(alerting, ended, over)) {
      builder.applyRun(run, Made.status("g1", 9000, end));
    }
    builder.applyAlert(
        new AlertKey(alerting, AlertRule.CRITICAL, "0", "DRAM"), Made.alert(end, 4400));
    builder.applyAlert(
        new AlertKey(over, AlertRule.CRITICAL, "0", "DRAM"), Made.alert(end - 1, 4400));

    assertThat(RunOrder.of(builder.snapshot().board(), NEW_YEAR_MILLIS))
        .map(Map.Entry::getKey)
        .startsWith(RUN, alerting);
  }

  @Test
  void openRunsPrecedeFailedOnesAndThoseTheOthers() {
    builder.applyRun(new RunId("ended", 1), Made.status("g1", 1, NEW_YEAR_MILLIS));
    builder.applyRun(new RunId("open", 1), Made.status("g1", 1, null));
    builder.applyRun(new RunId("failed", 1), Made.outOfMemory(9000, 1, 10));

    Board board = builder.snapshot().board();
    assertThat(sources(RunOrder.of(board, NEW_YEAR_MILLIS)))
        .containsExactly("open", "failed", "ended");
    long over = NEW_YEAR_MILLIS + 15 * 60_000;
    assertThat(sources(RunOrder.of(board, over - 1)))
        .as("a server waits for its next request")
        .containsExactly("open", "failed", "ended");
    assertThat(sources(RunOrder.of(board, over)))
        .as("a run that is silent for long is nothing to save")
        .containsExactly("failed", "open", "ended");
  }

  /** A log of last year that is read now has figures of now. */
  @Test
  void runsThatAreOverAreInTheOrderOfTheirBeginnings() {
    RunStatus failed = Made.outOfMemory(9000, 1, 10);
    RunId lastYear = new RunId("last-year", 1);
    builder.applyRun(lastYear, failed);
    builder.applyUsage(new MemoryKey(lastYear, "0", "DRAM"), Made.usage(1, 1, 2000), 0);
    builder.applyRun(
        new RunId("later", 1),
        new RunStatus(
            failed.source(),
            failed.read(),
            failed.tracking(),
            failed.failures(),
            failed.training(),
            new RunTime(NEW_YEAR_MILLIS + 1, null)));

    assertThat(sources(RunOrder.of(builder.snapshot().board(), NEW_YEAR_MILLIS)))
        .containsExactly("later", "last-year");
  }

  /** Its alert lasts for ever, since its log has no end; nobody can save it. */
  @Test
  void aRunWithAnAlertThatIsSilentForAQuarterOfAnHourIsDone() {
    RunId refused = new RunId("refused", 1);
    RunStatus status = Made.refused(4, null);
    builder.applyRun(refused, status);
    builder.applyRun(new RunId("failed", 1), Made.outOfMemory(9000, 1, 10));
    builder.applyAlert(
        new AlertKey(refused, AlertRule.ALLOCATION_REFUSED, "0", "DRAM"), Made.alert(null, 4400));
    Board board = builder.snapshot().board();
    long over = NEW_YEAR_MILLIS + 15 * 60_000;

    assertThat(sources(RunOrder.of(board, over - 1))).containsExactly("refused", "failed");
    assertThat(RunOrder.section(board, refused, status, over - 1)).isEqualTo(RunOrder.Section.NOW);
    assertThat(sources(RunOrder.of(board, over))).containsExactly("failed", "refused");
    assertThat(RunOrder.section(board, refused, status, over)).isEqualTo(RunOrder.Section.DONE);
  }

  private static List<String> sources(List<Map.Entry<RunId, RunStatus>> runs) {
    return runs.stream().map(run -> run.getKey().source()).toList();
  }

  @Test
  void theMemoryThatFailedPrecedesTheOthers() {
    builder.applyRun(RUN, Made.outOfMemory(9000, 1, 10));
    MemoryKey failed = Made.DRAM;
    builder.applyUsage(Made.L1, Made.usage(1, 1, 1), 0);
    builder.applyUsage(failed, Made.usage(1, 1, 1), 0);

    assertThat(MainMemory.of(builder.snapshot().board(), RUN).get(0).getKey()).isEqualTo(failed);
  }

  @Test
  void theCulpritIsTheOpThatRaisedUseNotTheOneBeforeWhichItWasSeen() {
    Culprit culprit =
        new Culprit(
            "AttentionOp", "19|Layer[1]|modeling_llama.py:140|forward", "DeallocateOp", "x.py:1");
    Peak peak = new Peak(1, culprit, false, new LogPosition(0, 0));

    assertThat(peak.raisedBy()).isEqualTo("AttentionOp");
    assertThat(CulpritText.sentence(peak))
        .isEqualTo("raised by AttentionOp at modeling_llama.py:140, seen before DeallocateOp");
    Peak unnamed = new Peak(1, new Culprit(null, null, null, null), false, peak.at());
    assertThat(CulpritText.sentence(unnamed)).isNull();
    assertThat(CulpritText.isUpload(Op.BETWEEN_SUBMISSIONS)).isTrue();
  }

  private static PlanVerdict verdict(PlanSpace space) {
    return PlanVerdict.of(Made.summary(70).in(space));
  }

  @Test
  void aGivenSizeDecidesWhetherAPlanFits() {
    PlanSpace hbm = new PlanSpace("HBM", 0, 0, 0);

    assertThat(verdict(hbm)).isEqualTo(PlanVerdict.CAPACITY_UNKNOWN);
    assertThat(verdict(hbm.given(119_999))).isEqualTo(PlanVerdict.DOES_NOT_FIT);
    assertThat(verdict(hbm.given(120_000))).isEqualTo(PlanVerdict.PLACED);
  }

  @Test
  void aPlanWithoutAUseOverTimeIsNeverWithoutNews() {
    RunStatus run = Made.status("g1", 1, null);
    RunStatus planned =
        new RunStatus(
            run.source(),
            run.read(),
            new RunTracking(0, false, null),
            run.failures(),
            null,
            run.time());
    builder.applyRun(RUN, planned);
    builder.applyPlan(Made.PLAN, Made.summary(70).in(new PlanSpace("ARENA", 0, 0, 0)));

    Board board = builder.snapshot().board();
    assertThat(RunVerdict.of(board, RUN, planned, Long.MAX_VALUE / 2).state())
        .isEqualTo(RunState.CAPACITY_UNKNOWN);
  }

  @Test
  void aSizeThatTheLogStatesPrecedesAGivenOne() {
    assertThat(verdict(new PlanSpace("HBM", 119_999, 0, 0).given(120_000)))
        .isEqualTo(PlanVerdict.DOES_NOT_FIT);
  }

  @Test
  void anOpenTrainingIsJudgedByWhatItHasReached() {
    Training whole = Objects.requireNonNull(Made.status("g1", 9000, null).training());
    Training open =
        new Training(
            whole.phases(),
            0,
            TrainingState.OPEN,
            whole.checks(),
            whole.model(),
            TrainingTotals.UNKNOWN,
            whole.memory());

    assertThat(TrainingVerdict.of(whole)).isEqualTo(TrainingVerdict.FITS);
    assertThat(TrainingVerdict.of(open)).isEqualTo(TrainingVerdict.OPEN);
    assertThat(TrainingVerdict.of(open.with(null))).isEqualTo(TrainingVerdict.UNKNOWN);
  }
}
