package io.tidemark.sink.board;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.ByteSize;
import io.tidemark.model.alert.Alert;
import io.tidemark.model.alert.AlertKey;
import io.tidemark.model.alert.AlertRule;
import io.tidemark.model.event.BankBytes;
import io.tidemark.model.event.Diagnosis;
import io.tidemark.model.event.MemoryEvent.OutOfMemory;
import io.tidemark.model.event.Shortage;
import io.tidemark.model.log.LogPosition;
import io.tidemark.model.log.RunId;
import io.tidemark.model.plan.Placements;
import io.tidemark.model.plan.PlanArena;
import io.tidemark.model.plan.PlanKey;
import io.tidemark.model.plan.PlanPeaks;
import io.tidemark.model.plan.PlanRecord;
import io.tidemark.model.plan.PlanSpace;
import io.tidemark.model.run.RunFailures;
import io.tidemark.model.run.RunStatus;
import io.tidemark.sink.Made;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A compiler's out-of-memory text and its module's dump are in one folder. */
class StatedLimitsTest {

  private static final long LIMIT = 63 * ByteSize.GIB / 4;
  private static final long STATED = Math.round(45.02 * ByteSize.GIB);

  /** XLA prints it as 45.02 GiB. */
  private static final long ARENA = 48_345_638_400L;

  private static final RunId DUMP = new RunId("dumps/module_0001.jit_f", 1);
  private static final PlanKey PLAN = new PlanKey(DUMP, "jit_f HBM", 0);

  private static final AlertKey WILL_NOT_FIT =
      new AlertKey(DUMP, AlertRule.WILL_NOT_FIT, "0", "HBM");

  private static Board board(String textOf, BankBytes bank, long arenaBytes, long capacity) {
    return board(textOf, bank, plan(arenaBytes, capacity));
  }

  private static Board board(String textOf, BankBytes bank, PlanRecord.Summary plan) {
    BoardBuilder board = new BoardBuilder();
    board.applyRun(new RunId(textOf, 1), failed(bank));
    board.applyPlan(PLAN, plan);
    return board.snapshot().board();
  }

  private static RunStatus failed(BankBytes bank) {
    OutOfMemory failure =
        new OutOfMemory(
            new LogPosition(0, Made.NEW_YEAR_MILLIS),
            "0",
            "HBM",
            Shortage.ofOneBank(bank),
            Diagnosis.of(bank),
            null,
            null);
    RunStatus plain = Made.status("g1", 100, null);
    return new RunStatus(
        plain.source(),
        plain.read(),
        plain.tracking(),
        new RunFailures(List.of(failure), 1, null, null, null, null, null),
        null,
        plain.time());
  }

  private static PlanRecord.Summary plan(long arenaBytes, long capacity) {
    PlanRecord.Summary made = Made.summary(70);
    PlanRecord.Owner owner =
        new PlanRecord.Owner("fusion.7{1}", 0, 12 * ByteSize.GIB, "jit(f)/dot", null);
    return new PlanRecord.Summary(
        made.attempt(),
        new PlanSpace("HBM", capacity, 0, 0),
        made.use(),
        new PlanPeaks(
            made.peaks().placed(),
            made.peaks().withFailed(),
            made.peaks().logical(),
            Map.of(),
            List.of(owner),
            List.of()),
        new PlanArena(arenaBytes, new Placements(1, 0, 0, 0), arenaBytes, 0, null, null, null),
        List.of(),
        List.of());
  }

  private static BankBytes text(long needed) {
    return BankBytes.stated(needed, LIMIT, -1, -1, -1);
  }

  private static long capacity(Board board) {
    return ((PlanRecord.Summary) board.plans().get(PLAN)).space().capacityBytes();
  }

  @Test
  void theTextsLimitIsTheCapacityOfThePlanBesideIt() {
    Board board = board("dumps/stderr.log", text(STATED), ARENA, 0);
    assertThat(capacity(board)).isEqualTo(LIMIT);
    assertThat(board.alerts()).containsOnlyKeys(WILL_NOT_FIT);
    Alert alert = board.alerts().get(WILL_NOT_FIT);
    assertThat(alert.active()).isTrue();
    assertThat(alert.sentence())
        .isEqualTo(
            "plan jit_f HBM needed 45.02 GiB of 15.75 GiB HBM: 29.27 GiB too much; largest at the"
                + " peak: fusion.7{1}, 12.00 GiB, of jit(f)/dot");
  }

  @Test
  void aTextOfAnotherFolderOrSizeIsAboutAnotherModule() {
    Board far = board("elsewhere/stderr.log", text(STATED), ARENA, 0);
    assertThat(capacity(far)).isZero();
    assertThat(far.alerts()).isEmpty();
    Board other = board("dumps/stderr.log", text(STATED + ByteSize.GIB / 50), ARENA, 0);
    assertThat(capacity(other)).isZero();
    assertThat(other.alerts()).isEmpty();
  }

  @Test
  void aBoardWithoutSuchATextOrWithoutPlansIsLeftAsItIs() {
    BoardBuilder plans = new BoardBuilder();
    plans.applyRun(DUMP, Made.status("g2", 10, null));
    plans.applyPlan(PLAN, plan(ARENA, 0));
    Board plansAlone = plans.snapshot().board();
    assertThat(StatedLimits.joined(plansAlone)).isSameAs(plansAlone);
    BoardBuilder builder = new BoardBuilder();
    builder.applyRun(new RunId("dumps/stderr.log", 1), failed(text(STATED)));
    Board textAlone = builder.snapshot().board();
    assertThat(StatedLimits.joined(textAlone)).isSameAs(textAlone);
  }

  @Test
  void theAlertIsOverWithTheRunOfThePlanButNotBeforeTheText() {
    long text = Made.NEW_YEAR_MILLIS;
    for (long end : new long[] {text - 5, text + 5}) {
      BoardBuilder builder = new BoardBuilder();
      builder.applyRun(DUMP, Made.status("g2", 10, end));
      builder.applyPlan(PLAN, plan(ARENA, 0));
      builder.applyRun(new RunId("dumps/stderr.log", 1), failed(text(STATED)));
      Alert alert = builder.snapshot().board().alerts().get(WILL_NOT_FIT);
      assertThat(alert.endMillis()).isEqualTo(Math.max(text, end));
    }
  }

  @Test
  void aFailureAtRunTimeIsAboutNoPlan() {
    BankBytes held = BankBytes.stated(STATED, LIMIT, 5, LIMIT - 5, 5);
    assertThat(board("dumps/stderr.log", held, ARENA, 0).alerts()).isEmpty();
  }

  @Test
  void aCapacityThatTheDumpStatesStays() {
    assertThat(capacity(board("dumps/stderr.log", text(STATED), ARENA, 7))).isEqualTo(7);
  }

  @Test
  void theTextsLimitPrecedesASizeThatTheUserGives() {
    PlanRecord.Summary plan = plan(ARENA, 0);
    PlanRecord.Summary roomy = plan.in(plan.space().given(64 * ByteSize.GIB));

    Board board = board("dumps/stderr.log", text(STATED), roomy);

    assertThat(capacity(board)).isEqualTo(LIMIT);
    assertThat(board.alerts()).containsOnlyKeys(WILL_NOT_FIT);
  }

  @ParameterizedTest
  @CsvSource({
    "48345638400, 48339856876, true",
    "48345638400, 48329119458, false",
    "1100, 1100, true",
    "1101, 1100, true",
    "999, 1000, false",
    "1153433, 1153434, true"
  })
  void figuresAgreeWithinTheRoundingOfTheText(long bytes, long stated, boolean agree) {
    assertThat(StatedLimits.agrees(bytes, stated)).isEqualTo(agree);
  }
}
