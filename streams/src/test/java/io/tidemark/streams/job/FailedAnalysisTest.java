package io.tidemark.streams.job;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.alert.Alert;
import io.tidemark.model.alert.AlertKey;
import io.tidemark.model.alert.AlertRule;
import io.tidemark.model.log.RunId;
import io.tidemark.model.run.RunStatus;
import io.tidemark.model.wire.BoardRecords;
import io.tidemark.model.wire.Published;
import io.tidemark.streams.job.PlantedFault.Bug;
import io.tidemark.streams.publish.BoardPublication;
import io.tidemark.streams.publish.BoardPublication.UncommittedTasks;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** One of three sources triggers a bug: its run ends, its next slice begins the next run. */
class FailedAnalysisTest extends FailingSource {

  private static final long POISON_AT = "start\nstart\n".length();
  private static final long POISON_END = POISON_AT + POISON.length();

  /** Slices of each source in turn; one slice triggers the bug, the others go on. */
  private void poison() {
    for (String text : List.of("start\n", "start\n", POISON)) {
      job.slice("a.log", text.replace("poison", "fine"));
      job.slice(BAD, text);
      job.slice("c.log", text.replace("poison", "fine"));
      read();
    }
  }

  private void assertOthersAreWhole(int lines) {
    for (String other : List.of("a.log", "c.log")) {
      RunStatus run = Objects.requireNonNull(runs.get(new RunId(other, 1)));
      assertThat(run.lines()).isEqualTo(lines(lines));
      assertThat(run.gaps()).isZero();
      assertThat(run.endMillis()).isNull();
    }
  }

  @ParameterizedTest
  @EnumSource(value = Bug.class, mode = EnumSource.Mode.EXCLUDE, names = "STORE_LATER")
  void itsRunEndsAsPublishedAndTheOthersGoOn(Bug bug) {
    open(bug);
    poison();

    assertOthersAreWhole(4);
    RunStatus failed = run(1);
    assertThat(failed.lines()).isEqualTo(lines(2));
    assertThat(failed.gaps()).isEqualTo(1);
    assertThat(failed.read().gapBytes()).isEqualTo(POISON.length());
    assertThat(failed.nextOffset()).isEqualTo(POISON_END);
    assertThat(failed.endMillis()).isNotNull();
    assertThat(failure(1).step()).isEqualTo(bug.step);
    assertThat(failure(1).atByte()).isEqualTo(bug.isOfSlice() ? POISON_AT : POISON_END);
    assertThat(failure(1).reason()).isNotBlank().doesNotContain("\n");
    assertThat(failure(1).sourceIgnored()).isFalse();
    Alert alert = alerts.get(new AlertKey(new RunId(BAD, 1), AlertRule.ANALYSIS_FAILED, "", ""));
    assertThat(alert.sentence()).isEqualTo(failure(1).sentence());
    assertThat(alert.active()).isFalse();
  }

  @ParameterizedTest
  @EnumSource(value = Bug.class, mode = EnumSource.Mode.EXCLUDE, names = "STORE_LATER")
  void theNextSliceBeginsTheNextRunAndARestartChangesNothing(Bug bug) {
    open(bug);
    poison();
    job.slice(BAD, "start\n");
    restart();
    job.slice(BAD, "start\n");
    read();

    assertThat(run(1).lines()).isEqualTo(lines(2));
    assertThat(run(1).endMillis()).isNotNull();
    assertThat(run(2).lines()).isEqualTo(lines(2));
    assertThat(run(2).gaps()).isZero();
    assertThat(run(2).endMillis()).isNull();
    assertThat(run(2).analysisFailure()).isNull();
    assertThat(runs).hasSize(4);
    assertThat(letters).as("the slice failed once").hasSize(1);
  }

  @ParameterizedTest
  @EnumSource(value = Bug.class, mode = EnumSource.Mode.EXCLUDE, names = "STORE_LATER")
  void theFailingSliceIsADeadLetterWithTheReason(Bug bug) {
    open(bug);
    poison();

    assertThat(letters).hasSize(1);
    assertThat(letters.get(0).value()).asString(UTF_8).isEqualTo(bug.isOfSlice() ? POISON : "");
    assertThat(header("source")).isEqualTo(BAD);
    assertThat(header("reason")).isEqualTo(failure(1).reason());
    assertThat(header("step")).isEqualTo(bug.step.name());
    assertThat(header("stack")).contains("io.tidemark.streams");
    if (bug.isOfSlice()) {
      assertThat(header("generation")).isEqualTo("g");
      assertThat(header("offset")).isEqualTo(Long.toString(POISON_AT));
    }
  }

  private String header(String name) {
    return new String(letters.get(0).headers().lastHeader(name).value(), UTF_8);
  }

  @ParameterizedTest
  @EnumSource(value = Bug.class, mode = EnumSource.Mode.EXCLUDE, names = "STORE_LATER")
  void aSourceThatFailsAtOnceHasARunThatSaysSo(Bug bug) {
    open(bug);
    job.slice(BAD, POISON);
    read();
    job.slice(BAD, "start\n");
    read();

    assertThat(failure(1).sentence()).startsWith("analysis failed at byte");
    assertThat(run(1).read().gapBytes()).isEqualTo(POISON.length());
    assertThat(run(1).endMillis()).isNotNull();
    assertThat(run(2).lines()).isEqualTo(lines(1));
  }

  @Test
  void bytesThatWereStoredAndNotPublishedAreInTheGap() {
    open(Bug.AFTER);
    job.slice(BAD, "start\n");
    restart();
    // Committed before its flush, as in a backlog.
    job.slice(BAD, "start\nstart\n");
    job = job.restarted();
    job.slice(BAD, POISON);
    read();

    assertThat(run(1).lines()).isEqualTo(lines(1));
    assertThat(run(1).gaps()).isEqualTo(1);
    assertThat(run(1).read().gapBytes()).isEqualTo(2L * "start\n".length() + POISON.length());
    assertThat(run(1).nextOffset()).isEqualTo(3L * "start\n".length() + POISON.length());
  }

  @Test
  void aRunThatTheFailingSliceDisplacedIsDeletedToo() {
    open(Bug.AFTER);
    for (int file = 1; file <= 51; file++) {
      job.newFile("h" + file).slice(BAD, "start\n");
    }
    read();
    assertThat(runs).hasSize(51);

    job.newFile("h").slice(BAD, POISON);
    read();

    assertThat(runs).doesNotContainKey(new RunId(BAD, 1)).hasSize(50);
    assertThat(failure(51).atByte()).isZero();
  }

  @Test
  void aFaultOfACommitReachesTheBoard() {
    List<String> shown = new ArrayList<>();
    job =
        new Transcript(
            stateDir,
            PlantedFault.with(Bug.STORE_LATER),
            task -> new BoardPublication(task, ends(shown), new UncommittedTasks()));
    job.slice(BAD, POISON);
    for (int flush = 0; flush < 100 && shown.isEmpty(); flush++) {
      job.flush();
    }

    assertThat(shown).containsExactly(BAD + "#1");
  }

  private static BoardRecords ends(List<String> shown) {
    return new BoardRecords() {
      @Override
      public void onRecords(List<Published<?, ?>> records) {
        for (Published<?, ?> record : records) {
          if (record.value() instanceof RunStatus run && run.endMillis() != null) {
            shown.add(String.valueOf(record.key()));
          }
        }
      }

      @Override
      public void onCaughtUp() {}
    };
  }

  @Test
  void aFailedRunIsDeletedLaterLikeEveryOther() {
    open(Bug.AFTER);
    job.slice(BAD, "start\n");
    read();
    job.slice(BAD, POISON);
    read();
    AlertKey alert = new AlertKey(new RunId(BAD, 1), AlertRule.ANALYSIS_FAILED, "", "");
    assertThat(alerts).containsKey(alert);

    for (int file = 0; file <= 50; file++) {
      job.newFile("h" + file).slice(BAD, "start\n");
    }
    read();

    assertThat(runs).doesNotContainKey(new RunId(BAD, 1)).containsKey(new RunId(BAD, 52));
    assertThat(alerts).doesNotContainKey(alert);
  }

  @Test
  void activeAlertsEndWithTheirRun() {
    open(Bug.AFTER);
    job.slice(BAD, OUT_OF_MEMORY);
    read();
    assertThat(alerts.values()).extracting(Alert::active).containsExactly(true);

    job.slice(BAD, POISON);
    read();

    assertThat(alerts.values()).hasSize(2).noneMatch(Alert::active);
    assertThat(run(1).failures().refused().count()).isEqualTo(1);
  }

  @Test
  void aPreviewOfVersionOneIsSkippedAndItsLineCountsOnce() {
    open(Bug.AFTER);
    job.slice(BAD, "start\n").preview(BAD, "poison and").preview(BAD, "more").slice(BAD, "more\n");
    read();

    assertThat(run(1).lines()).isEqualTo(lines(2));
    assertThat(run(1).gaps()).isZero();
    assertThat(letters).isEmpty();
  }
}
