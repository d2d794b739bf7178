package io.tidemark.sink.board;

import static io.tidemark.sink.Made.DRAM;
import static io.tidemark.sink.Made.NEW_YEAR_MILLIS;
import static io.tidemark.sink.Made.PLAN;
import static io.tidemark.sink.Made.RUN;
import static io.tidemark.sink.Made.op;
import static io.tidemark.sink.Made.ops;
import static io.tidemark.sink.Made.outOfMemory;
import static io.tidemark.sink.Made.status;
import static io.tidemark.sink.Made.summary;
import static io.tidemark.sink.Made.usage;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.log.Reject;
import io.tidemark.model.log.RunId;
import io.tidemark.model.run.RunStatus;
import io.tidemark.sink.Made;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BoardBuilderTest {

  private final BoardBuilder board = new BoardBuilder();

  @Test
  void ofOneGenerationTheHigherOffsetIsKept() {
    board.applyRun(RUN, status("g1", 100, null));
    board.applyUsage(DRAM, usage(20, 20, 200), 0);

    board.applyUsage(DRAM, usage(10, 10, 100), 0);
    board.applyRun(RUN, status("g1", 50, null));

    assertThat(snapshot().board().usage().get(DRAM).now().usedBytes()).isEqualTo(20);
    assertThat(snapshot().board().runs().get(RUN).nextOffset()).isEqualTo(100);
  }

  @Test
  void aRecordOfTheSameOffsetReplaces() {
    board.applyRun(RUN, status("g1", 100, null));
    board.applyRun(RUN, status("g1", 100, 7L));

    assertThat(snapshot().board().runs().get(RUN).endMillis()).isEqualTo(7);
  }

  @Test
  void aNewGenerationReplacesWhateverItsOffset() {
    board.applyRun(RUN, status("g1", 100, null));
    board.applyUsage(DRAM, usage(20, 20, 200), 0);

    board.applyRun(RUN, status("g2", 10, null));
    board.applyUsage(DRAM, usage(5, 5, 10), 0);

    assertThat(snapshot().board().runs().get(RUN).generation()).isEqualTo("g2");
    assertThat(snapshot().board().usage().get(DRAM).offset()).isEqualTo(10);
  }

  @Test
  void aRunThatGoesOnInTheNextFileIsCountedOnce() {
    board.applyRun(RUN, status("g1", 100, null));
    board.applyUsage(DRAM, usage(20, 20, 90), 0);

    board.applyRun(RUN, Made.rotated("g2", 10, "g1", 100));
    board.applyUsage(DRAM, usage(5, 5, 80), 0);
    board.applyUsage(DRAM, usage(30, 30, 105), 0);
    board.applyRun(RUN, status("g1", 100, null));

    assertThat(snapshot().board().runs().get(RUN).generation()).isEqualTo("g2");
    assertThat(snapshot().board().usage().get(DRAM).now().usedBytes()).isEqualTo(30);
    assertThat(snapshot().tallies().removed()).isEqualTo(Totals.NONE);
  }

  @Test
  void aValueThatCameBeforeItsNewGenerationIsNotLost() {
    board.applyRun(RUN, status("g1", 100, null));
    board.applyOps(DRAM, ops(200, op("old", 1, 1, 1)));

    board.applyOps(DRAM, ops(10, op("new", 1, 1, 1)));
    board.applyRun(RUN, status("g2", 10, null));

    assertThat(snapshot().board().ops().get(DRAM).ops().get(0).op()).isEqualTo("new");
  }

  @Test
  void aMemoryMayComeBeforeItsRun() {
    board.applyUsage(DRAM, usage(20, 20, 200), 0);
    board.applyRun(RUN, status("g1", 250, null));
    board.applyUsage(DRAM, usage(10, 10, 100), 0);

    assertThat(snapshot().board().usage().get(DRAM).offset()).isEqualTo(200);
    assertThat(snapshot().board().usageOf(RUN)).hasSize(1);
  }

  @Test
  void nullRemovesEachKindOfRecord() {
    BoardBuilder full = Made.board();

    full.applyRun(RUN, null);
    full.applyUsage(DRAM, null, 0);
    full.applyOps(DRAM, null);
    full.applyPlan(PLAN, null);

    BoardSnapshot left = full.snapshot();
    assertThat(left.board().runs()).containsOnlyKeys(new RunId("b.log", 1));
    assertThat(left.board().usage()).containsOnlyKeys(Made.L1);
    assertThat(left.board().ops()).containsOnlyKeys(Made.L1);
    assertThat(left.board().plans()).hasSize(2).doesNotContainKey(PLAN);
    assertThat(left.tallies().recentPeaks()).containsOnlyKeys(Made.L1);
  }

  @Test
  void totalsNeverFallWhenARunIsRemoved() {
    board.applyRun(RUN, status("g1", 100, null));
    board.applyOps(DRAM, ops(1, op("a", 1, 1, 1)));
    Totals before = snapshot().totals();

    board.applyOps(DRAM, null);
    board.applyRun(RUN, null);

    assertThat(before)
        .isEqualTo(
            new Totals(new RunStatus.Lines(60, 30, 2, 5, 3), 1, 3, RunStatus.TurnedAway.NONE));
    assertThat(snapshot().totals()).isEqualTo(before);
  }

  @Test
  void aRemovalThatAKillUndidCountsOnce() {
    board.applyRun(RUN, status("g1", 100, null));
    Totals before = snapshot().totals();

    board.applyRun(RUN, null);
    board.applyRun(RUN, status("g1", 80, null));
    board.applyRun(RUN, status("g1", 100, null));
    assertThat(snapshot().totals()).as("on the board again").isEqualTo(before);

    board.applyRun(RUN, null);
    assertThat(snapshot().totals()).as("removed again").isEqualTo(before);
  }

  @Test
  void aNextFileThatAKillUndidCountsOnce() {
    board.applyRun(RUN, status("g1", 100, null));
    board.applyRun(RUN, status("g2", 10, null));
    Totals before = snapshot().totals();

    board.applyRun(RUN, status("g1", 100, null));
    board.applyRun(RUN, status("g2", 10, null));

    assertThat(snapshot().totals()).isEqualTo(before);
  }

  @Test
  void aRunThatBeginsAnewFurtherOnAddsToWhatItsRemovalLeft() {
    board.applyRun(RUN, status("g1", 100, null));
    long lines = snapshot().totals().lines().fact();

    board.applyRun(RUN, null);
    board.applyRun(RUN, status("g1", 150, null));

    assertThat(snapshot().totals().lines().fact()).isEqualTo(2 * lines);
  }

  @Test
  void rejectsThatAreWrittenAgainCountOnce() {
    Reject first = reject(10, "first");
    Reject second = reject(20, "second");
    Reject beside = reject(20, "beside");
    for (Reject reject : List.of(first, second, first, second, beside)) {
      board.countReject("train.log", reject);
    }
    board.countReject("other.log", first);

    assertThat(snapshot().tallies().rejects().values()).containsExactly(4L);
    assertThat(snapshot().tallies().newestRejects().get("train.log"))
        .containsExactly(beside, second, first);
  }

  private static Reject reject(long offset, String text) {
    return new Reject("g1", offset, offset / 10, 1, "tenstorrent", "a digit is missing", text);
  }

  @Test
  void theSourcesThatAreIgnoredAreThoseWhoseNewestRunSaysSo() {
    board.applyRun(new RunId("a.log", 1), Made.failed());
    board.applyRun(new RunId("b.log", 1), Made.failed());
    board.applyRun(new RunId("b.log", 2), status("g1", 150, null));

    assertThat(snapshot().board().ignored()).containsExactly("a.log");
  }

  @Test
  void failedAllocationsAddUpAlthoughAStatusNamesOnlyTheNewest() {
    board.applyRun(RUN, outOfMemory(100, 2, 10, 20));
    board.applyRun(RUN, outOfMemory(200, 3, 20, 30));
    board.applyRun(RUN, outOfMemory(300, 10, 80, 90));

    OutOfMemoryTally tally = snapshot().tallies().outOfMemory().get(RUN);

    assertThat(tally.byKind())
        .isEqualTo(Map.of(new OutOfMemoryTally.Kind("0", "DRAM", "not enough free"), 5L));
    assertThat(tally.unknown()).isEqualTo(5);
    assertThat(tally.count()).isEqualTo(10);
  }

  @Test
  void aMomentDoesNotChangeWhenTheKeeperDoes() {
    board.applyRun(RUN, status("g1", 100, null));
    BoardSnapshot before = snapshot();

    board.applyRun(new RunId("other.log", 1), status("g9", 1, null));
    board.applyPlan(PLAN, summary(1));

    assertThat(before.board().runs()).containsOnlyKeys(RUN);
    assertThat(before.board().plans()).isEmpty();
  }

  @Test
  void theNewestRunOfASourceComesLast() {
    board.applyRun(new RunId("a", 10), status("g10", 1, null));
    board.applyRun(new RunId("a", 9), status("g9", 1, null));
    board.applyRun(new RunId("b", 11), status("g11", 1, null));

    assertThat(snapshot().board().runsOf("a"))
        .extracting(RunStatus::generation)
        .containsExactly("g9", "g10");
    assertThat(snapshot().board().runsOf("c")).isEmpty();
  }

  @Test
  void theWindowPeakCountsWhatArrived() {
    board.applyUsage(DRAM, usage(20, 30, 1), NEW_YEAR_MILLIS);
    board.applyUsage(DRAM, usage(10, 10, 2), NEW_YEAR_MILLIS + 100);

    RecentPeaks peaks = snapshot().tallies().recentPeaks().get(DRAM);

    assertThat(peaks.highestBytes(NEW_YEAR_MILLIS + 200, 10)).isEqualTo(30);
  }

  private BoardSnapshot snapshot() {
    return board.snapshot();
  }
}
