package io.tidemark.streams.job;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.LogAnalysis;
import io.tidemark.model.log.RunId;
import io.tidemark.model.log.Slice;
import io.tidemark.model.run.RunStatus;
import io.tidemark.model.wire.Topics;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A source whose slices are published in very many records, beside an ordinary one. */
class LoudSourceTest {

  /** Each pair of lines is a run. */
  private static final String RUN = "=== Memory Usage Summary ===\n--- ENTRY ---\n";

  private static final int RUNS = 200;
  private static final String LOUD = RUN.repeat(RUNS);
  private static final int SLICES = 5;

  @TempDir Path stateDir;

  /** The newest status of each run, whether or not it was removed since. */
  private final Map<RunId, RunStatus> runs = new TreeMap<>();

  @Test
  void itsShareOfAFlushIsOneSliceWhileAnotherSourceIsAppliedWhole() {
    try (Transcript job = new Transcript(stateDir, LogAnalysis::load)) {
      for (int i = 0; i < SLICES; i++) {
        job.slice("loud", LOUD).slice("normal", "one\ntwo\n");
      }
      assertThat(read(job.flush(), "loud")).isEqualTo(2L * 2 * RUNS);
      assertThat(read(job, "normal")).isEqualTo(2L * SLICES);

      assertThat(read(job.flush(), "loud")).isEqualTo(3L * 2 * RUNS);
      assertThat(read(job.flush().flush().flush(), "loud")).isEqualTo((long) SLICES * 2 * RUNS);
    }
  }

  @Test
  void twoLoudSourcesTakeTurns() {
    try (Transcript job = new Transcript(stateDir, LogAnalysis::load)) {
      for (int i = 0; i < 3; i++) {
        job.slice("loud", LOUD);
      }
      job.slice("other", LOUD).slice("other", LOUD).flush().flush();

      assertThat(read(job, "loud")).isEqualTo(2L * 2 * RUNS);
      assertThat(read(job, "other")).isEqualTo(2L * 2 * RUNS);
    }
  }

  @Test
  void itsLinesCountOnceAndInOrderAcrossARestart() {
    Transcript before = new Transcript(stateDir, LogAnalysis::load);
    for (int i = 0; i < SLICES; i++) {
      before.slice("loud", LOUD);
    }
    read(before.flush(), "loud");
    try (Transcript job = before.restarted()) {
      job.slice("loud", "a line\n");
      for (int i = 0; i < SLICES; i++) {
        job.flush();
      }

      assertThat(read(job, "loud")).isEqualTo((long) SLICES * 2 * RUNS + 1);
      assertThat(runs).hasSize(SLICES * RUNS);
      assertThat(runs.values()).allMatch(run -> run.gaps() == 0 && run.lines().duplicate() == 0);
      assertThat(runs.get(new RunId("loud", SLICES * RUNS)).nextOffset())
          .isEqualTo((long) SLICES * LOUD.length() + 7);
    }
  }

  @Test
  void afterARestartItAppearsWhenWhatWaitedIsAppliedAndTheOthersAtOnce() {
    Transcript before = new Transcript(stateDir, LineCount::new);
    before.slice("normal", "one\n");
    for (int i = 0; i < SLICES; i++) {
      before.slice("loud", "bad\n".repeat(RUNS));
    }
    assertThat(read(before.flush(), "loud")).isEqualTo(2L * RUNS);
    assertThat(before.waitingBytes()).isPositive();
    try (Transcript job = before.restarted()) {
      runs.clear();
      assertThat(read(job.flush().flush(), "normal")).isOne();
      assertThat(read(job, "loud")).isZero();
      job.flush();
      assertThat(read(job, "loud")).isEqualTo((long) SLICES * RUNS);
      assertThat(job.waitingBytes()).isZero();
    }
  }

  @Test
  void whatBeginsAndEndsInASliceIsPublishedOnce() {
    try (Transcript job = new Transcript(stateDir, LogAnalysis::load)) {
      job.slice("loud", LOUD).flush();

      Map<RunId, Integer> statuses = new HashMap<>();
      for (TestRecord<RunId, RunStatus> run : job.records(Topics.RUNS)) {
        statuses.merge(run.key(), run.value() == null ? 0 : 1, Integer::sum);
      }
      assertThat(statuses).hasSize(RUNS).containsValue(1).doesNotContainValue(2);
    }
  }

  @Test
  void aSourceThatIsLoudNoMoreDoesNotWait() {
    try (Transcript job = new Transcript(stateDir, LogAnalysis::load)) {
      job.slice("loud", LOUD).slice("loud", "one\n").flush().flush();
      assertThat(job.changelog("plans-by-page")).isNotEmpty();

      job.slice("loud", "two\n");
      assertThat(job.changelog("plans-by-page")).isEmpty();
      assertThat(read(job.flush(), "loud")).isEqualTo(2L * RUNS + 2);
    }
  }

  @Test
  void whatWaitsIsLimitedAndThenAppliedAsItComes() {
    Random random = new Random(1);
    byte[] digits = new byte[Slice.TARGET_BYTES];
    try (Transcript job = new Transcript(stateDir, LogAnalysis::load)) {
      job.slice("loud", LOUD);
      for (int i = 0; i < 400; i++) {
        for (int j = 0; j < digits.length; j++) {
          digits[j] = (byte) (j % 1024 == 1023 ? '\n' : ' ' + random.nextInt(95));
        }
        job.slice("loud", new String(digits, UTF_8));
      }
      // A slice that was applied before the flush was stored and deleted.
      List<String> stored = job.changelog("plans-by-page");
      assertThat(Set.copyOf(stored)).hasSizeLessThan(stored.size());
      read(job, "loud");
      RunStatus newest = runs.get(new RunId("loud", RUNS));

      job.flush();
      read(job, "loud");
      assertThat(runs.get(new RunId("loud", RUNS)).lines().ignored())
          .isGreaterThan(newest.lines().ignored() + 64);
    }
  }

  /** The lines that all runs of a source have counted, as published so far. */
  private long read(Transcript job, String source) {
    for (TestRecord<RunId, RunStatus> run : job.records(Topics.RUNS)) {
      if (run.value() != null) {
        runs.put(run.key(), run.value());
      }
    }
    return runs.entrySet().stream()
        .filter(run -> run.getKey().source().equals(source))
        .mapToLong(run -> run.getValue().lines().read())
        .sum();
  }
}
