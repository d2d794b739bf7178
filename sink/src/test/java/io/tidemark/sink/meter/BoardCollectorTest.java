package io.tidemark.sink.meter;

import static io.tidemark.sink.Made.DRAM;
import static io.tidemark.sink.Made.MIB;
import static io.tidemark.sink.Made.NEW_YEAR_MILLIS;
import static io.tidemark.sink.Made.RUN;
import static io.tidemark.sink.Made.contradicting;
import static io.tidemark.sink.Made.op;
import static io.tidemark.sink.Made.ops;
import static io.tidemark.sink.Made.status;
import static io.tidemark.sink.Made.usage;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.alert.Alert;
import io.tidemark.model.alert.AlertKey;
import io.tidemark.model.alert.AlertRule;
import io.tidemark.model.event.MemoryView;
import io.tidemark.model.log.LogPosition;
import io.tidemark.model.log.RunId;
import io.tidemark.model.memory.Culprit;
import io.tidemark.model.memory.LiveTensors;
import io.tidemark.model.memory.MemoryKey;
import io.tidemark.model.memory.MemoryPeaks;
import io.tidemark.model.memory.MemoryUsage;
import io.tidemark.model.memory.OpTable;
import io.tidemark.model.memory.OpUsage;
import io.tidemark.model.memory.Peak;
import io.tidemark.model.memory.SubmissionUse;
import io.tidemark.model.run.AnalysisFailure;
import io.tidemark.model.run.RunSource;
import io.tidemark.model.run.RunStatus;
import io.tidemark.model.run.RunTime;
import io.tidemark.sink.Golden;
import io.tidemark.sink.Made;
import io.tidemark.sink.board.BoardBuilder;
import io.tidemark.sink.figure.BoardMeter;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class BoardCollectorTest {

  private static final String LABELS =
      "{device=\"0\",host=\"box-1\",memory=\"DRAM\",run=\"june.log#1\"}";
  private final BoardBuilder board = Made.board();

  @Test
  void aScrapeOfTheMadeUpBoardIsTheGoldenOne() {
    board.countUnreadable("tidemark.ops");
    RunId hostile = new RunId("x\"} 1\n# HELP \\evil\\", 1);
    board.applyRun(hostile, contradicting(status("g7", 1, NEW_YEAR_MILLIS + 60_000)));
    board.applyOps(new MemoryKey(hostile, "0", "L1"), ops(1, op("o".repeat(1 << 20), 1, 1, 1)));
    night(1, "a11", 800 * MIB);
    night(2, "b22", 1000 * MIB);

    Golden.check(scrape(0), "golden-scrape.txt");
  }

  @Test
  void anUpgradeIsAStateAndNoFailedAnalysis() {
    board.applyRun(new RunId("old.log", 1), Made.endedBy(AnalysisFailure.Step.UPGRADE));
    board.applyRun(new RunId("bad.log", 1), Made.endedBy(AnalysisFailure.Step.LOAD));

    assertThat(scrape(0))
        .contains("run=\"old.log#1\",state=\"begun_anew\"")
        .contains("tidemark_run_analysis_failed_offset_bytes{host=\"box-1\",run=\"bad.log#1\"")
        .doesNotContain("failed_offset_bytes{host=\"box-1\",run=\"old.log#1\"");
  }

  /** An ended run of this commit and this peak, after those of lower numbers. */
  private void night(int number, String commit, long peakBytes) {
    RunId id = new RunId("night-%d.log".formatted(number), 1);
    long start = NEW_YEAR_MILLIS + 100_000L * number;
    RunStatus plain = status("n" + number, 1, start + 60_000);
    board.applyRun(
        id,
        new RunStatus(
            new RunSource("n" + number, 1, "box-1", null, Map.of("commit", commit), null),
            plain.read(),
            plain.tracking(),
            plain.failures(),
            null,
            new RunTime(start, plain.endMillis())));
    MemoryUsage usage = usage(peakBytes, 1, 1);
    Peak peak = new Peak(peakBytes, Culprit.UNKNOWN, false, new LogPosition(1, 1));
    board.applyUsage(
        new MemoryKey(id, "0", "DRAM"),
        new MemoryUsage(
            usage.now(),
            1,
            new MemoryPeaks(peak, peak, 0, 0, null),
            null,
            SubmissionUse.UNKNOWN,
            null,
            new LogPosition(1, 1)),
        0);
  }

  @Test
  void aRunThatGrewIsNamedWithItsCommitAmongThoseShown() {
    night(1, "a11", 800 * MIB);
    night(2, "b22", 1000 * MIB);
    night(3, "c33", 900 * MIB);
    board.applyRun(new RunId("night-9.log", 1), status("n9", 1, null));
    board.applyUsage(
        new MemoryKey(new RunId("night-9.log", 1), "0", "DRAM"), usage(1020 * MIB, 1, 1), 0);

    assertThat(scrape(0).lines().filter(line -> line.startsWith("tidemark_run_growth_ratio")))
        .as("against ended good runs of the program; one at the same time is no past")
        .containsExactly(
            "tidemark_run_growth_ratio{commit=\"b22\",host=\"box-1\",run=\"night-2.log#1\"} 0.25",
            "tidemark_run_growth_ratio{commit=\"c33\",host=\"box-1\",run=\"night-3.log#1\"} 0.125");
  }

  @Test
  void theGoldenScrapeHoldsEveryMeter() {
    String golden = Golden.text("golden-scrape.txt");

    assertThat(BoardMeter.values())
        .allSatisfy(
            meter -> assertThat(golden).containsPattern("(?m)^" + meter.shownName() + "[{ ]"));
  }

  @Test
  void usedAndFreeAddUpToTheCapacity() {
    String scrape = scrape(0);

    assertThat(memory(scrape, "used") + memory(scrape, "free"))
        .isEqualTo(memory(scrape, "capacity"))
        .isEqualTo(1024.0 * MIB);
  }

  @Test
  void theWindowPeakIsTheCurrentUseAfterFifteenSeconds() {
    assertThat(memory(scrape(0), "window_peak")).isEqualTo(700.0 * MIB);
    assertThat(memory(scrape(15_000), "window_peak")).isEqualTo(700.0 * MIB);
    assertThat(memory(scrape(15_001), "window_peak")).isEqualTo(600.0 * MIB);
  }

  @Test
  void anEndedRunKeepsItsPeaksAndLosesItsLiveSeries() {
    board.applyRun(RUN, status("g1", 6000, NEW_YEAR_MILLIS + 60_000));

    String scrape = scrape(0);

    assertThat(scrape)
        .contains("tidemark_run_end_timestamp_seconds{host=\"box-1\",run=\"june.log#1\"}")
        .contains("tidemark_run_memory_peak_bytes" + LABELS)
        .contains("tidemark_memory_capacity_bytes" + LABELS)
        .contains("tidemark_op_memory_peak_bytes{")
        .contains("tidemark_op_memory_growth_bytes_total{")
        .doesNotContain("tidemark_memory_used_bytes{")
        .doesNotContain("tidemark_memory_free_bytes{")
        .doesNotContain("tidemark_memory_largest_free_block_bytes{")
        .doesNotContain("tidemark_memory_fragmentation_ratio{")
        .doesNotContain("tidemark_memory_window_peak_bytes{")
        .doesNotContain("tidemark_op_memory_used_bytes{");
  }

  @Test
  void beforeTheBoardIsWholeItSaysSoRatherThanZeros() {
    String scrape = Scrape.of(board.snapshotWhileReading(), NEW_YEAR_MILLIS);

    assertThat(Scrape.value(scrape, "tidemark_ready")).isZero();
    assertThat(scrape).doesNotContain("tidemark_lines_total{").doesNotContain("run=");
  }

  @Test
  void whileKafkaIsAwayItIsNotReadyAndKeepsItsRuns() {
    String scrape = Scrape.of(board.snapshot(), NEW_YEAR_MILLIS, now -> false);

    assertThat(Scrape.value(scrape, "tidemark_ready")).isZero();
    assertThat(scrape).contains("run=");
  }

  /** Runs 1 to 60 of 60 logs, open or ended. */
  private static BoardBuilder sixty(@Nullable Long endMillis) {
    BoardBuilder many = new BoardBuilder();
    IntStream.rangeClosed(1, 60)
        .forEach(n -> many.applyRun(new RunId("a", n), status("g", n, endMillis)));
    return many;
  }

  private static long shownRuns(String scrape) {
    return scrape.lines().filter(line -> line.startsWith("tidemark_run_info{")).count();
  }

  @Test
  void ofEndedRunsTheNewestFiftyAreShownButAllOfThemAreSummed() {
    String scrape = Scrape.of(sixty(NEW_YEAR_MILLIS).snapshot(), NEW_YEAR_MILLIS);

    assertThat(shownRuns(scrape)).isEqualTo(50);
    assertThat(scrape).contains("run=\"a#60\"").doesNotContain("run=\"a#10\"");
    assertThat(Scrape.value(scrape, "tidemark_dropped_runs{state=\"ended\"}")).isEqualTo(10);
    assertThat(Scrape.value(scrape, "tidemark_lines_total{outcome=\"fact\"}")).isEqualTo(60 * 60);
  }

  @Test
  void everyOpenRunIsShownUpToTheLimit() {
    BoardBuilder many = sixty(null);
    many.applyRun(new RunId("a", 61), status("g", 61, NEW_YEAR_MILLIS));

    String all = Scrape.of(many.snapshot(), NEW_YEAR_MILLIS);
    String some = Scrape.of(many.snapshot(), NEW_YEAR_MILLIS, 20);

    assertThat(shownRuns(all)).isEqualTo(60);
    assertThat(Scrape.value(all, "tidemark_dropped_runs{state=\"open\"}")).isZero();
    assertThat(shownRuns(some)).isEqualTo(20);
    assertThat(Scrape.value(some, "tidemark_dropped_runs{state=\"open\"}")).isEqualTo(40);
    assertThat(Scrape.value(some, "tidemark_dropped_runs{state=\"ended\"}")).isEqualTo(1);
  }

  @Test
  void fortyHostsOfThirtyTwoWorkersFitIntoAScrape() {
    BoardBuilder fleet = new BoardBuilder();
    OpUsage[] kinds =
        IntStream.range(0, 50).mapToObj(n -> op("Op" + n, 1, n, n)).toArray(OpUsage[]::new);
    for (int worker = 0; worker < 40 * 32; worker++) {
      RunId id = new RunId("node-%d/train/rank%d".formatted(worker / 32, worker % 32), 1);
      fleet.applyRun(id, status("g" + worker, 1, null));
      for (String memory : List.of("DRAM", "L1", "L1_SMALL", "TRACE")) {
        fleet.applyUsage(new MemoryKey(id, "0", memory), usage(100 * MIB, 1, 1), 0);
        fleet.applyOps(new MemoryKey(id, "0", memory), ops(1, kinds));
      }
    }

    String scrape = Scrape.of(fleet.snapshot(), NEW_YEAR_MILLIS);

    assertThat(scrape.lines().filter(line -> line.startsWith("tidemark_memory_used_bytes{")))
        .hasSize(40 * 32 * 4);
    assertThat(Scrape.value(scrape, "tidemark_dropped_runs{state=\"open\"}")).isZero();
    assertThat(scrape.length()).isLessThan(20_000_000);
  }

  @Test
  void anOldRunWithAnActiveAlertIsAmongTheFifty() {
    BoardBuilder many = sixty(NEW_YEAR_MILLIS);
    many.applyAlert(
        new AlertKey(new RunId("a", 3), AlertRule.CRITICAL, "0", "DRAM"),
        new Alert(1, 2, null, 1, "98 % of DRAM", 1, 1));
    many.applyAlert(
        new AlertKey(new RunId("a", 4), AlertRule.CRITICAL, "0", "DRAM"),
        new Alert(1, 2, 3L, 1, "98 % of DRAM", 1, 1));

    String scrape = Scrape.of(many.snapshot(), NEW_YEAR_MILLIS);

    assertThat(shownRuns(scrape)).isEqualTo(50);
    assertThat(scrape)
        .contains("run=\"a#3\"", "run=\"a#60\"")
        .doesNotContain("run=\"a#4\"")
        .doesNotContain("run=\"a#11\"");
  }

  @Test
  void theSeriesGaugeCountsTheSeries() {
    String scrape = scrape(0);

    assertThat(Scrape.value(scrape, "tidemark_series"))
        .isEqualTo((double) scrape.lines().filter(line -> !line.startsWith("#")).count());
  }

  @Test
  void beyondTheCapOpsOfOldRunsAreLeftOutAndCounted() {
    OpUsage[] kinds =
        IntStream.range(0, 300).mapToObj(n -> op("op" + n, 1, n, n)).toArray(OpUsage[]::new);
    for (int run = 1; run <= 50; run++) {
      RunId id = new RunId("a", run);
      board.applyRun(id, status("g", run, null));
      board.applyUsage(new MemoryKey(id, "0", "L1"), usage(1, 1, 1), 0);
      board.applyOps(new MemoryKey(id, "0", "L1"), ops(1, kinds));
    }

    String scrape = scrape(0);

    assertThat(scrape.lines().filter(line -> line.matches("tidemark_(op|ops|peak_op)_.*")).count())
        .isEqualTo(BoardCollector.MOST_OP_SERIES);
    assertThat(Scrape.value(scrape, "tidemark_dropped_series")).isGreaterThan(10_000);
    assertThat(scrape)
        .contains(
            "tidemark_memory_used_bytes{device=\"0\",host=\"box-1\",memory=\"L1\",run=\"a#2\"}")
        .contains("tidemark_ops_total{device=\"0\",host=\"box-1\",op=\"op1\",run=\"a#50\"}")
        .doesNotContain("tidemark_ops_total{device=\"0\",host=\"box-1\",op=\"op1\",run=\"a#2\"}");
  }

  @Test
  void devicesBeyondSixtyFourHaveNoSeriesAndAreCounted() {
    for (int device = 100; device < 170; device++) {
      board.applyUsage(new MemoryKey(RUN, "d" + device, "L1"), usage(1, 1, 1), 0);
    }

    String scrape = scrape(0);

    assertThat(scrape.lines().filter(line -> line.startsWith("tidemark_memory_used_bytes{")))
        // Device 0 has two memories.
        .hasSize(65);
    assertThat(scrape).doesNotContain("d163").contains("d162");
    assertThat(Scrape.value(scrape, "tidemark_label_overflow_total{label=\"device\"}"))
        .isEqualTo(7);
  }

  @Test
  void whatTheAnalysisHadNoRoomForIsCountedEvenWhenItsRunIsGone() {
    board.applyRun(RUN, Made.turnedAway(9000, 30, 4));
    board.applyRun(new RunId("other", 1), Made.turnedAway(9000, 3, 0));
    board.applyRun(RUN, null);

    String scrape = scrape(0);

    assertThat(Scrape.value(scrape, "tidemark_label_overflow_total{label=\"device\"}"))
        .isEqualTo(33);
    assertThat(Scrape.value(scrape, "tidemark_label_overflow_total{label=\"memory\"}"))
        .isEqualTo(4);
  }

  @Test
  void figuresThatNoSeriesCanHoldDoNotCostTheScrape() {
    board.applyOps(
        DRAM, ops(9000, op("back", -1, 5, -7), op("twice", 1, 1, 1), op("twice", 2, 2, 2)));

    String scrape = scrape(0);

    assertThat(scrape)
        .contains(
            "tidemark_op_memory_peak_bytes{device=\"0\",host=\"box-1\",memory=\"DRAM\",op=\"back\"")
        .doesNotContain(
            "tidemark_op_memory_growth_bytes_total{device=\"0\",host=\"box-1\",memory=\"DRAM\",op=\"b");
  }

  private void neverUsed(String memory, long capacityBytes) {
    MemoryView none = new MemoryView(memory, 1, capacityBytes, 0, capacityBytes, capacityBytes);
    var peak = new Peak(0, Culprit.UNKNOWN, false, new LogPosition(1, 1));
    board.applyUsage(
        new MemoryKey(RUN, "0", memory),
        new MemoryUsage(
            none,
            1,
            new MemoryPeaks(peak, peak, 0, 0, null),
            null,
            SubmissionUse.UNKNOWN,
            new LiveTensors(0, 0, 0, 0, 0),
            new LogPosition(1, 1)),
        0);
    board.applyOps(new MemoryKey(RUN, "0", memory), new OpTable(List.of(), 0, 1, 0L, List.of()));
  }

  @Test
  void aMemoryWithoutASizeThatWasNeverUsedHasNoSeries() {
    board.applyRun(RUN, status("g1", 5000, null));
    neverUsed("TRACE", 0);

    assertThat(scrape(0)).doesNotContain("memory=\"TRACE\"");
  }

  @Test
  void aMemoryThatWasNeverUsedHasOnlyItsSizeUseAndPeak() {
    board.applyRun(RUN, status("g1", 5000, null));
    neverUsed("L1_SMALL", 100);

    assertThat(scrape(0).lines().filter(line -> line.contains("memory=\"L1_SMALL\"")))
        .extracting(line -> line.substring(0, line.indexOf('{')))
        .containsExactlyInAnyOrder(
            "tidemark_memory_capacity_bytes",
            "tidemark_memory_used_bytes",
            "tidemark_memory_free_bytes",
            "tidemark_memory_largest_free_block_bytes",
            "tidemark_run_memory_peak_bytes");
  }

  @Test
  void anUnknownLargestBlockHasNoSeriesAndNoFragmentation() {
    board.applyRun(RUN, status("g1", 5000, null));
    MemoryView now = new MemoryView("HBM", 1, 100, 60, 40, null);
    var plain = usage(0, 0, 1);
    board.applyUsage(
        new MemoryKey(RUN, "0", "HBM"),
        new MemoryUsage(
            now,
            1,
            new MemoryPeaks(plain.tidemark(), plain.tidemark(), 0, 0, null),
            null,
            SubmissionUse.UNKNOWN,
            null,
            new LogPosition(1, 1)),
        0);

    assertThat(scrape(0))
        .contains("tidemark_memory_free_bytes{device=\"0\",host=\"box-1\",memory=\"HBM\"")
        .doesNotContain("largest_free_block_bytes{device=\"0\",host=\"box-1\",memory=\"HBM\"")
        .doesNotContain("fragmentation_ratio{device=\"0\",host=\"box-1\",memory=\"HBM\"");
  }

  private static double memory(String scrape, String figure) {
    return Scrape.value(scrape, "tidemark_memory_" + figure + "_bytes" + LABELS);
  }

  private String scrape(long laterMillis) {
    return Scrape.of(board.snapshot(), NEW_YEAR_MILLIS + laterMillis);
  }
}
