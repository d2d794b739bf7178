package io.tidemark.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.event.MemoryEvent;
import io.tidemark.model.log.Slice;
import io.tidemark.model.memory.MemoryTimeline;
import io.tidemark.model.plan.PlanRecord;
import io.tidemark.model.plan.PlanState;
import io.tidemark.model.run.RunStatus;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SlicingTest {

  /** Number of slicings; the first four are fine-grained. */
  private static final int SLICINGS = Integer.getInteger("tidemark.slicings", 12);

  private static List<GoldenCase> cases() {
    return GoldenCase.all();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void theStateDependsOnTheBytesNotOnSlicesOrRestarts(GoldenCase golden) {
    assertSlicingIsNotSeen(golden.log());
  }

  /**
   * Checks that slices of any length, with restarts between them, give the state of the whole log.
   */
  static void assertSlicingIsNotSeen(byte[] log) {
    LogRun whole = LogRun.of(log);
    for (int seed = 0; seed < SLICINGS; seed++) {
      Random random = new Random(seed);
      LogRun cut = new LogRun();
      int from = 0;
      while (from < log.length) {
        int to = endOfLines(log, from, 1 + random.nextInt(seed < 4 ? 3 : 60));
        int before = cut.events.size();
        cut.feed("life", log, from, to);
        from = to;
        if (endsRun(cut.events.subList(before, cut.events.size()))) {
          // The last state of an ended run is not stored, so it is published at once.
          cut.publish();
        }
        if (random.nextInt(3) == 0) {
          cut.restart();
        }
        if (random.nextInt(3) == 0) {
          cut.publish();
        }
      }
      cut.publish();
      assertThat(bySnapshot(cut)).as("timelines, seed %d", seed).isEqualTo(bySnapshot(whole));
      cut.restart();
      cut.publish();
      assertThat(cut.events).as("events, seed %d", seed).isEqualTo(whole.events);
      assertThat(cut.rejects).isEqualTo(whole.rejects);
      assertThat(cut.runs).as("runs, seed %d", seed).isEqualTo(whole.runs);
      assertThat(cut.ops).isEqualTo(whole.ops);
      assertThat(cut.plans).isEqualTo(whole.plans);
      assertThat(cut.alerts).as("alerts, seed %d", seed).isEqualTo(whole.alerts);
      assertThat(cut.usage.keySet()).isEqualTo(whole.usage.keySet());
      whole.usage.forEach(
          (key, usage) ->
              assertThat(cut.usage.get(key))
                  .usingRecursiveComparison()
                  .ignoringFields("peaks.recentPeakBytes")
                  .isEqualTo(usage));
    }
  }

  private static boolean endsRun(List<MemoryEvent> events) {
    return events.stream().anyMatch(MemoryEvent.RunEnded.class::isInstance);
  }

  /** Published timelines, independent of the time of publication. */
  private static Map<String, MemoryTimeline.Axis> bySnapshot(LogRun run) {
    Map<String, MemoryTimeline.Axis> axes = new TreeMap<>();
    run.timelines.forEach((key, timeline) -> axes.put(key, timeline.bySnapshot()));
    return axes;
  }

  @Test
  void linesThatComeAgainAreCountedAsDuplicates() {
    byte[] log = "one\ntwo\nthree\n".getBytes(StandardCharsets.UTF_8);
    LogRun run = new LogRun();
    run.feed("life", log, 0, 8);
    run.feed("life", log, 4, 14);
    run.feed("life", log, 0, 14);
    run.publish();
    RunStatus.Lines lines = run.runs.firstEntry().getValue().lines();
    assertThat(lines.read()).isEqualTo(3);
    assertThat(lines.duplicate()).isEqualTo(4);
  }

  @Test
  void aHoleIsCountedAndWhatFollowsGoesOn() {
    byte[] log = "one\ntwo\nthree\n".getBytes(StandardCharsets.UTF_8);
    LogRun run = new LogRun();
    run.feed("life", log, 0, 4);
    run.feed("life", log, 8, 14);
    run.publish();
    RunStatus status = run.runs.firstEntry().getValue();
    assertThat(status.gaps()).isEqualTo(1);
    assertThat(status.read().gapBytes()).isEqualTo(4);
    assertThat(status.nextOffset()).isEqualTo(14);
  }

  @Test
  void aNewGenerationOfTheFileIsANewRunAndTheOldOneIsPublishedOnceMore() {
    byte[] log = GoldenCase.log("tpumlir/local-memory");
    LogRun run = new LogRun();
    run.feed("first", log, 0, log.length);
    run.feed("second", log, 0, log.length);
    run.publish();
    assertThat(run.runs).hasSize(2);
    assertThat(run.runs.firstEntry().getValue().endMillis()).isNotNull();
    assertThat(run.events).filteredOn(MemoryEvent.RunEnded.class::isInstance).hasSize(1);
    assertThat(run.plans.keySet()).anyMatch(key -> key.startsWith("log#1"));
    run.feed("first", log, 0, log.length);
    run.publish();
    assertThat(run.runs).hasSize(2);
    assertThat(run.runs.lastEntry().getValue().lines().duplicate()).isEqualTo(LogRun.lines(log));
  }

  /**
   * Consumers keep the highest offset of a run, so its end must not have a lower offset than its
   * lines.
   */
  @Test
  void aRunThatANewFileEndsIsWhatItIsWhenItsFileIsOver() {
    byte[] log = GoldenCase.log("tpumlir/search-2025");
    int cut = endOfLines(log, 0, 8);
    LogRun over = new LogRun();
    over.feed("first", log, 0, cut);
    over.end();
    assertThat(over.summaries())
        .extracting(PlanRecord.Summary::state)
        .contains(PlanState.TRUNCATED);

    LogRun replaced = new LogRun();
    replaced.feed("first", log, 0, cut);
    replaced.feed("second", "one\n".getBytes(StandardCharsets.UTF_8), 0, 4);
    replaced.publish();

    assertThat(replaced.plans).isEqualTo(over.plans);
    assertThat(replaced.runs.firstEntry()).isEqualTo(over.runs.firstEntry());
    assertThat(replaced.events)
        .filteredOn(MemoryEvent.RunEnded.class::isInstance)
        .extracting(MemoryEvent::offset)
        .containsExactly((long) cut);
  }

  @Test
  void linesOfAnOlderFileAreCountedAndFactsOfNoOtherRun() {
    byte[] log = GoldenCase.log("tpumlir/local-memory");
    LogRun run = new LogRun();
    int half = endOfLines(log, 0, 10);
    run.feed("first", log, 0, half);
    run.feed("second", log, 0, half);
    run.feed("first", log, half, log.length);
    run.feed("second", log, half, log.length);
    run.publish();
    LogRun alone = new LogRun();
    alone.feed("second", log, 0, log.length);
    alone.publish();
    RunStatus.Lines lines = run.runs.lastEntry().getValue().lines();
    assertThat(lines.fact()).isEqualTo(alone.runs.lastEntry().getValue().lines().fact());
    assertThat(lines.rejected()).isEqualTo(LogRun.lines(log) - 10);
    assertThat(run.rejects)
        .singleElement()
        .satisfies(reject -> assertThat(reject.offset()).isEqualTo(half));
    assertThat(run.runs.lastEntry().getValue().gaps()).isZero();
  }

  @Test
  void lostBytesAreAGapOnceAndAHoleIsNone() {
    LogRun run = new LogRun();
    byte[] log = "one\ntwo\n".getBytes(StandardCharsets.UTF_8);
    run.feed("first", log, 0, 8);
    run.feed(new Slice("second", 0, 1000, 0, false, false, 5, 5, new byte[0]));
    run.feedNext("second", log);
    run.feed(Slice.lost("first", 8, 100, 6));
    run.feed(Slice.lost("first", 8, 100, 6));
    run.feed(Slice.lost("never read", 0, 50, 7));
    run.feedNext("second", log);
    run.publish();
    assertThat(run.runs).hasSize(2);
    RunStatus status = run.runs.lastEntry().getValue();
    assertThat(status.gaps()).isEqualTo(2);
    assertThat(status.read().gapBytes()).isEqualTo(150);
    assertThat(status.lines().read()).isEqualTo(4);
    assertThat(status.nextOffset()).isEqualTo(1016);
  }

  private static int endOfLines(byte[] log, int from, int lines) {
    int at = from;
    for (int left = lines; left > 0 && at < log.length; at++) {
      left -= log[at] == '\n' ? 1 : 0;
    }
    return at;
  }
}
