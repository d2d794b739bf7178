package io.tidemark.analysis.memory;

import static io.tidemark.analysis.memory.Point.BEFORE_OPERATION;
import static io.tidemark.analysis.memory.Point.BEFORE_SUBMIT;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.state.StateFormat;
import io.tidemark.model.event.MemoryView;
import io.tidemark.model.memory.OverLastRun;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProgramPointsTest {

  /** A snapshot; {@code program} is the one whose submission begins with it. */
  private record Step(@Nullable String program, long used) {}

  private static MemoryView view(long used) {
    return new MemoryView("DRAM", 2, 1 << 30, used, (1 << 30) - used, 0L);
  }

  private static LastMemory last(List<Step> steps) {
    ProgramPoints points = new ProgramPoints();
    steps.forEach(step -> points.record(BEFORE_OPERATION, step.program(), view(step.used())));
    return Objects.requireNonNull(points.ended(1, view(0)));
  }

  private static List<Step> submission(String program, long... uses) {
    List<Step> steps = new ArrayList<>();
    for (long used : uses) {
      steps.add(new Step(steps.isEmpty() ? program : null, used));
    }
    return steps;
  }

  @SafeVarargs
  private static List<Step> log(List<Step>... submissions) {
    List<Step> log = new ArrayList<>();
    for (List<Step> submission : submissions) {
      log.addAll(submission);
    }
    return log;
  }

  /** Returns the comparison of each step as last/now; a dash if there is nothing to compare. */
  private static List<String> compared(List<Step> run, LastMemory last) {
    ProgramPoints points = new ProgramPoints();
    points.against(last);
    List<String> compared = new ArrayList<>();
    for (Step step : run) {
      points.record(BEFORE_OPERATION, step.program(), view(step.used()));
      OverLastRun over = points.over();
      compared.add(over == null ? "-" : over.lastUsedBytes() + "/" + over.usedBytes());
    }
    return compared;
  }

  @Test
  void eachSnapshotIsComparedWithTheSameOneOfTheSameSubmission() {
    LastMemory last = last(log(submission("a", 10, 20), submission("a", 30, 40, 50)));
    assertThat(compared(log(submission("a", 11, 20), submission("a", 27, 44, 50)), last))
        .containsExactly("10/11", "20/20", "30/27", "40/44", "50/50");
  }

  @Test
  void aSubmissionOfAnotherLengthMovesNoneOfThoseBehindIt() {
    LastMemory last = last(log(submission("a", 10, 20), submission("a", 30, 40)));
    assertThat(compared(log(submission("a", 10, 20, 25), submission("a", 30, 40)), last))
        .containsExactly("10/10", "20/20", "-", "30/30", "40/40");
  }

  @Test
  void programsAreCountedEachByItself() {
    LastMemory last = last(log(submission("prefill", 10), submission("decode", 20)));
    List<Step> run =
        log(submission("prefill", 11), submission("prefill", 12), submission("decode", 21));
    assertThat(compared(run, last)).containsExactly("10/11", "-", "20/21");
  }

  @Test
  void aProgramThatTheLastRunDidNotSubmitIsComparedWithNothing() {
    LastMemory last = last(submission("a", 10, 20));
    assertThat(compared(submission("b", 10, 20), last)).containsExactly("-", "-");
  }

  @Test
  void aRunIsComparedAsFarAsTheLastOneGot() {
    LastMemory last = last(submission("a", 10, 20));
    assertThat(compared(submission("a", 10, 20, 30, 40), last))
        .containsExactly("10/10", "20/20", "-", "-");
  }

  @Test
  void whereTheLastRunUsedNothingThereIsNoRatio() {
    assertThat(compared(submission("a", 5), last(submission("a", 0)))).containsExactly("-");
  }

  @Test
  void aSubmitWithoutAProgramIsAPoint() {
    ProgramPoints ended = new ProgramPoints();
    ProgramPoints points = new ProgramPoints();
    for (long used : new long[] {10, 20, 30}) {
      ended.record(BEFORE_SUBMIT, null, view(used));
    }
    points.against(ended.ended(1, view(0)));
    points.record(BEFORE_SUBMIT, null, view(10));
    points.record(BEFORE_SUBMIT, null, view(22));
    assertThat(points.over()).isEqualTo(new OverLastRun(1, 22, 20));
  }

  @ParameterizedTest
  @CsvSource({
    "2, 1073741824, true",
    "2, 1073741000, true",
    "1, 1073741824, false",
    "2, 5000000, false"
  })
  void anotherMemoryOfTheSameNameIsNotCompared(int banks, long capacity, boolean compared) {
    ProgramPoints points = new ProgramPoints();
    points.against(last(submission("a", 10)));
    points.record(BEFORE_OPERATION, "a", new MemoryView("DRAM", banks, capacity, 12, 0, 0L));
    assertThat(points.over() != null).isEqualTo(compared);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
  void aRunLikeTheLastOneIsNowhereAboveOrBelowItHoweverLong(int seed) {
    List<Step> run = random(new Random(seed), 40 << seed);
    LastMemory last = last(run);
    ProgramPoints points = new ProgramPoints();
    points.against(last);
    int compared = 0;
    for (Step step : run) {
      points.record(BEFORE_OPERATION, step.program(), view(step.used()));
      OverLastRun over = points.over();
      if (over != null) {
        assertThat(over.usedBytes()).isEqualTo(over.lastUsedBytes());
        compared++;
      }
    }
    assertThat(compared).isGreaterThan(run.size() / 2);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4, 6, 8})
  void aPeakOfALongRunIsSeenAtOnceAndSoIsWhatComesBackToTheOldLevel(int seed) {
    List<Step> run = random(new Random(seed), 40 << seed);
    ProgramPoints points = new ProgramPoints();
    points.against(last(run));
    int spike = run.size() / 2;
    for (int i = 0; i < run.size(); i++) {
      long used = run.get(i).used() + (i == spike ? 1_000_000 : 0);
      points.record(BEFORE_OPERATION, run.get(i).program(), view(used));
      if (i == spike) {
        OverLastRun over = Objects.requireNonNull(points.over());
        assertThat(over.usedBytes()).isEqualTo(used).isGreaterThan(over.lastUsedBytes());
      }
    }
    OverLastRun end = points.over();
    assertThat(end == null ? 0 : end.ratio()).isZero();
  }

  @Test
  void aPointInWhichTheLastRunWasInterruptedIsComparedWithNothing() {
    long[] rising = LongStream.rangeClosed(1, 1000).toArray();
    List<Step> interrupted = submission("a", Arrays.copyOf(rising, 701));
    assertThat(compared(submission("a", rising), last(interrupted)))
        .contains("696/696", "-")
        .allMatch(over -> over.equals("-") || over.matches("(\\d+)/\\1"));
  }

  /** Creates alternating programs with their own ops, and a growing cache. */
  private static List<Step> random(Random random, int snapshots) {
    Map<String, List<Long>> uses = new HashMap<>();
    List<Step> steps = new ArrayList<>();
    while (steps.size() < snapshots) {
      String program = "program " + random.nextInt(3);
      List<Long> levels =
          uses.computeIfAbsent(
              program, name -> random.longs(1 + random.nextInt(60), 1, 500).boxed().toList());
      for (int i = 0; i < levels.size(); i++) {
        steps.add(new Step(i == 0 ? program : null, levels.get(i) + steps.size() / 7));
      }
    }
    return steps;
  }

  @Test
  void noLogMakesMorePointsThanThereIsRoomFor() {
    ProgramPoints points = new ProgramPoints();
    Random random = new Random(7);
    for (int i = 0; i < 50_000; i++) {
      String program = random.nextInt(5) == 0 ? "program " + random.nextInt(1000) : null;
      points.record(BEFORE_OPERATION, program, view(random.nextInt(1000)));
      if (i % 997 == 0) {
        List<Integer> pages = new ArrayList<>();
        points.store((bytes, page) -> pages.add(page));
        assertThat(pages).allMatch(page -> page < PointProfile.MOST_POINTS / PointProfile.PAGE);
      }
    }
    assertThat(StateFormat.write(points)).hasSizeLessThan(2_000);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 5, 7})
  void aRestartAtAnySnapshotForgetsNothing(int seed) {
    Random random = new Random(seed);
    List<Step> run = random(random, 40 << seed);
    LastMemory last = last(random(new Random(seed + 1), 40 << seed));
    Map<Integer, byte[]> pages = new HashMap<>();
    ProgramPoints whole = new ProgramPoints();
    whole.against(last);
    ProgramPoints cut = new ProgramPoints();
    cut.against(last);
    for (Step step : run) {
      whole.record(BEFORE_OPERATION, step.program(), view(step.used()));
      cut.record(BEFORE_OPERATION, step.program(), view(step.used()));
      cut.store((bytes, page) -> pages.put(page, bytes));
      if (random.nextInt(10) == 0) {
        cut = StateFormat.read(StateFormat.write(cut), ProgramPoints.class);
        pages.forEach(cut::restore);
        cut.restored();
        cut.against(last);
      }
      assertThat(cut.over()).isEqualTo(whole.over());
    }
    assertThat(bytes(cut)).isEqualTo(bytes(whole));
  }

  private static byte[] bytes(ProgramPoints points) {
    return StateFormat.write(Objects.requireNonNull(points.ended(1, view(0))));
  }
}
