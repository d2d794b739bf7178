package io.tidemark.streams.job;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.LogAnalysis;
import io.tidemark.analysis.state.StateParts.Store;
import io.tidemark.model.alert.Alert;
import io.tidemark.model.alert.AlertKey;
import io.tidemark.model.alert.AlertRule;
import io.tidemark.model.log.RunId;
import io.tidemark.model.run.AnalysisFailure;
import io.tidemark.model.run.RunStatus;
import io.tidemark.model.wire.Topics;
import io.tidemark.streams.source.StoreParts;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;

/** The stored state of a source cannot be loaded: its runs end as they were published. */
class UnreadableStateTest extends FailingSource {

  @Test
  void anUnreadableStateEndsItsRunAsPublished() {
    job = new Transcript(stateDir, LogAnalysis::load);
    job.slice(BAD, "start\n" + OUT_OF_MEMORY);
    read();
    assertThat(alerts.values()).extracting(Alert::active).containsExactly(true);
    job.store(StoreParts.nameOf(Store.HOT)).put(BAD, new byte[] {1, 2, 3});
    restart();
    job.slice(BAD, "start\n");
    read();

    assertThat(failure(1).step()).isEqualTo(AnalysisFailure.Step.LOAD);
    assertThat(failure(1).reason()).contains("the stored state is damaged");
    assertThat(failure(1).atByte()).isEqualTo("start\n".length() + OUT_OF_MEMORY.length());
    assertThat(run(1).lines().read()).isEqualTo(2);
    assertThat(run(1).gaps()).isZero();
    assertThat(alerts.values()).hasSize(2).noneMatch(Alert::active);
    assertThat(run(2).lines()).isEqualTo(lines(1));
    assertThat(runs).hasSize(2);
  }

  private static final String STATUS_OF_FIRST = "\0status\0" + "00000001";

  /** The hot part as version 0.1 wrote it, which stored no names. */
  private static final byte[] OF_ANOTHER_VERSION = "\n\fsource\1\2\bfile".getBytes(UTF_8);

  @Test
  void anUpgradeEndsTheRunAsItWasPublishedAndIsNoFailure() {
    job = new Transcript(stateDir, LogAnalysis::load);
    job.slice(BAD, "start\n" + OUT_OF_MEMORY);
    read();
    leaveAsAnotherVersion();
    restart();
    job.slice(BAD, "start\n");
    read();

    assertThat(failure(1).step()).isEqualTo(AnalysisFailure.Step.UPGRADE);
    assertThat(failure(1).sentence())
        .isEqualTo(
            "begun anew after an upgrade: the stored state is of another version; figures stay as"
                + " published, the next line of the log begins the next run");
    assertThat(run(1).endMillis()).isNotNull();
    assertThat(run(1).lines().read()).isEqualTo(2);
    assertThat(run(1).failures().refused().count()).isEqualTo(1);
    assertThat(run(1).gaps()).isZero();
    assertThat(alerts.keySet())
        .extracting(AlertKey::rule)
        .containsExactly(AlertRule.ALLOCATION_REFUSED);
    assertThat(alerts.values()).noneMatch(Alert::active);
    assertThat(letters).isEmpty();
    assertThat(run(2).lines()).isEqualTo(lines(1));
    assertThat(run(2).analysisFailure()).isNull();
    assertThat(run(2).endMillis()).isNull();
    assertThat(runs).hasSize(2);
    assertThat(job.sectionsRestarted()).isEqualTo(1);
  }

  @Test
  void runsThatEndedBeforeAnUpgradeStayAsTheyWere() {
    job = new Transcript(stateDir, LogAnalysis::load);
    job.slice(BAD, "start\n");
    job.newFile("h").slice(BAD, "start\n");
    read();
    assertThat(run(1).endMillis()).isNotNull();
    RunStatus ended = run(1);
    leaveAsAnotherVersion();
    restart();
    read();

    assertThat(run(1)).isEqualTo(ended);
    assertThat(failure(2).isUpgrade()).isTrue();
    assertThat(runs).hasSize(2);
  }

  @Test
  void anUpgradeWithoutAStoredStatusLeavesTheOldRunAndFailsNothing() {
    job = new Transcript(stateDir, LogAnalysis::load);
    job.slice(BAD, "start\n");
    read();
    assertThat(leaveAsAnotherVersion().delete(BAD + STATUS_OF_FIRST)).isNotNull();
    restart();
    job.slice(BAD, "start\n");
    read();

    assertThat(run(1).endMillis()).isNull();
    assertThat(run(2).lines()).isEqualTo(lines(1));
    assertThat(runs.values()).noneMatch(run -> run.analysisFailure() != null);
    assertThat(alerts).isEmpty();
    assertThat(letters).isEmpty();
  }

  private KeyValueStore<String, byte[]> leaveAsAnotherVersion() {
    KeyValueStore<String, byte[]> hot = job.store(StoreParts.nameOf(Store.HOT));
    hot.put(BAD, OF_ANOTHER_VERSION);
    return hot;
  }

  /** An unknown status of a damaged state, too. */
  @Test
  void aRunWhoseStatusIsUnknownStaysAsPublished() {
    job = new Transcript(stateDir, LogAnalysis::load);
    job.slice(BAD, "start\n" + OUT_OF_MEMORY);
    read();
    KeyValueStore<String, byte[]> hot = job.store(StoreParts.nameOf(Store.HOT));
    hot.put(BAD, new byte[] {1, 2, 3});
    assertThat(hot.delete(BAD + STATUS_OF_FIRST)).isNotNull();
    restart();
    job.slice(BAD, "start\n");
    read();

    assertThat(runs).hasSize(3);
    assertThat(run(1).lines().read()).isEqualTo(2);
    assertThat(run(1).failures().refused().count()).isEqualTo(1);
    assertThat(run(1).endMillis()).isNull();
    assertThat(failure(2).step()).isEqualTo(AnalysisFailure.Step.LOAD);
    assertThat(run(3).lines()).isEqualTo(lines(1));
  }

  @Test
  void aStateThatCannotBeLoadedEndsItsRunWithTheFiguresOfTheProcessBefore() {
    job =
        new Transcript(
            stateDir,
            (source, parts) -> {
              if (source.equals(BAD) && parts.get(Store.HOT, BAD) != null) {
                throw new IllegalStateException("no such state");
              }
              return LogAnalysis.load(source, parts);
            });
    job.slice(BAD, "start\nstart\n");
    read();
    restart();
    TestRecord<RunId, RunStatus> ended = job.flush().records(Topics.RUNS).get(0);
    runs.put(ended.key(), ended.value());

    assertThat(failure(1).step()).isEqualTo(AnalysisFailure.Step.LOAD);
    assertThat(ended.timestamp())
        .as("the log's time")
        .isGreaterThanOrEqualTo(Transcript.START_MILLIS);
    assertThat(failure(1).atByte()).isEqualTo(12);
    assertThat(run(1).lines()).isEqualTo(lines(2));
    assertThat(run(1).gaps()).isZero();
  }
}
