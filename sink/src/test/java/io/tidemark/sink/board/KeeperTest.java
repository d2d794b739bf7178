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

import io.tidemark.model.RunId;
import io.tidemark.model.RunStatus;
import io.tidemark.sink.Made;
import java.util.Map;
import org.junit.jupiter.api.Test;

class KeeperTest {

  private final Keeper keeper = new Keeper();

  @Test
  void ofOneGenerationTheHigherOffsetIsKept() {
    keeper.run(RUN, status("g1", 100, null));
    keeper.usage(DRAM, usage(20, 20, 200), 0);

    keeper.usage(DRAM, usage(10, 10, 100), 0);
    keeper.run(RUN, status("g1", 50, null));

    assertThat(moment().usage().get(DRAM).now().usedBytes()).isEqualTo(20);
    assertThat(moment().runs().get(RUN).nextOffset()).isEqualTo(100);
  }

  @Test
  void aRecordOfTheSameOffsetReplaces() {
    keeper.run(RUN, status("g1", 100, null));
    keeper.run(RUN, status("g1", 100, 7L));

    assertThat(moment().runs().get(RUN).endMillis()).isEqualTo(7);
  }

  @Test
  void aNewGenerationReplacesWhateverItsOffset() {
    keeper.run(RUN, status("g1", 100, null));
    keeper.usage(DRAM, usage(20, 20, 200), 0);

    keeper.run(RUN, status("g2", 10, null));
    keeper.usage(DRAM, usage(5, 5, 10), 0);

    assertThat(moment().runs().get(RUN).generation()).isEqualTo("g2");
    assertThat(moment().usage().get(DRAM).offset()).isEqualTo(10);
  }

  @Test
  void aValueThatCameBeforeItsNewGenerationIsNotLost() {
    keeper.run(RUN, status("g1", 100, null));
    keeper.ops(DRAM, ops(200, op("old", 1, 1, 1)));

    keeper.ops(DRAM, ops(10, op("new", 1, 1, 1)));
    keeper.run(RUN, status("g2", 10, null));

    assertThat(moment().ops().get(DRAM).ops().get(0).op()).isEqualTo("new");
  }

  @Test
  void aMemoryMayComeBeforeItsRun() {
    keeper.usage(DRAM, usage(20, 20, 200), 0);
    keeper.run(RUN, status("g1", 250, null));
    keeper.usage(DRAM, usage(10, 10, 100), 0);

    assertThat(moment().usage().get(DRAM).offset()).isEqualTo(200);
    assertThat(moment().usageOf(RUN)).hasSize(1);
  }

  @Test
  void nullRemovesEachKindOfRecord() {
    Keeper full = Made.keeper();

    full.run(RUN, null);
    full.usage(DRAM, null, 0);
    full.ops(DRAM, null);
    full.plan(PLAN, null);

    Moment left = full.moment(true);
    assertThat(left.runs()).isEmpty();
    assertThat(left.usage()).containsOnlyKeys(Made.L1);
    assertThat(left.ops()).containsOnlyKeys(Made.L1);
    assertThat(left.plans()).hasSize(2).doesNotContainKey(PLAN);
    assertThat(left.tallies().recentPeaks()).containsOnlyKeys(Made.L1);
  }

  @Test
  void totalsNeverFallWhenARunIsRemoved() {
    keeper.run(RUN, status("g1", 100, null));
    keeper.ops(DRAM, ops(1, op("a", 1, 1, 1)));
    Totals before = moment().totals();

    keeper.ops(DRAM, null);
    keeper.run(RUN, null);

    assertThat(before).isEqualTo(new Totals(60, 30, 2, 5, 3, 1, 3, RunStatus.TurnedAway.NONE));
    assertThat(moment().totals()).isEqualTo(before);
  }

  @Test
  void whatIsRolledBackComesAgainAtALowerOffsetAndTheTotalsDoNotFall() {
    keeper.run(RUN, status("g1", 100, null));
    keeper.ops(DRAM, ops(100, op("a", 1, 1, 1)));
    keeper.run(new RunId("other.log", 1), status("g9", 1, null));
    Totals before = moment().totals();

    keeper.rollBackOps(DRAM);
    keeper.rollBackRun(RUN);
    keeper.run(RUN, status("g1", 50, null));
    keeper.ops(DRAM, ops(50, op("a", 1, 1, 1)));

    assertThat(moment().runs().get(RUN).nextOffset()).isEqualTo(50);
    assertThat(moment().ops().get(DRAM).offset()).isEqualTo(50);
    assertThat(moment().totals()).as("as if nothing were counted twice").isEqualTo(before);
  }

  @Test
  void theTotalsOfARunThatIsRolledBackForGoodStay() {
    keeper.run(RUN, status("g1", 100, null));
    Totals before = moment().totals();

    keeper.rollBackRun(RUN);

    assertThat(moment().runs()).isEmpty();
    assertThat(moment().totals()).isEqualTo(before);
  }

  @Test
  void failedAllocationsAddUpAlthoughAStatusNamesOnlyTheNewest() {
    keeper.run(RUN, outOfMemory(100, 2, 10, 20));
    keeper.run(RUN, outOfMemory(200, 3, 20, 30));
    keeper.run(RUN, outOfMemory(300, 10, 80, 90));

    OutOfMemoryTally tally = moment().tallies().outOfMemory().get(RUN);

    assertThat(tally.byKind())
        .isEqualTo(Map.of(new OutOfMemoryTally.Kind("0", "DRAM", "not enough free"), 5L));
    assertThat(tally.untold()).isEqualTo(5);
    assertThat(tally.count()).isEqualTo(10);
  }

  @Test
  void aMomentDoesNotChangeWhenTheKeeperDoes() {
    keeper.run(RUN, status("g1", 100, null));
    Moment before = moment();

    keeper.run(new RunId("other.log", 1), status("g9", 1, null));
    keeper.plan(PLAN, summary(1));

    assertThat(before.runs()).containsOnlyKeys(RUN);
    assertThat(before.plans()).isEmpty();
  }

  @Test
  void theNewestRunOfASourceComesLast() {
    keeper.run(new RunId("a", 10), status("g10", 1, null));
    keeper.run(new RunId("a", 9), status("g9", 1, null));
    keeper.run(new RunId("b", 11), status("g11", 1, null));

    assertThat(moment().livesOf("a"))
        .extracting(RunStatus::generation)
        .containsExactly("g9", "g10");
    assertThat(moment().livesOf("c")).isEmpty();
  }

  @Test
  void theWindowPeakCountsWhatArrived() {
    keeper.usage(DRAM, usage(20, 30, 1), NEW_YEAR_MILLIS);
    keeper.usage(DRAM, usage(10, 10, 2), NEW_YEAR_MILLIS + 100);

    RecentPeaks peaks = moment().tallies().recentPeaks().get(DRAM);

    assertThat(peaks.highestBytes(NEW_YEAR_MILLIS + 200, 10)).isEqualTo(30);
  }

  private Moment moment() {
    return keeper.moment(true);
  }
}
