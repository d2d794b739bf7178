package io.tidemark.streams.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.LogAnalysis;
import io.tidemark.analysis.state.StateParts.Store;
import io.tidemark.model.alert.Alert;
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
    assertThat(failure(1).reason()).contains("the stored state is of another version, or damaged");
    assertThat(failure(1).atByte()).isEqualTo("start\n".length() + OUT_OF_MEMORY.length());
    assertThat(run(1).lines().read()).isEqualTo(2);
    assertThat(run(1).gaps()).isZero();
    assertThat(alerts.values()).hasSize(2).noneMatch(Alert::active);
    assertThat(run(2).lines()).isEqualTo(lines(1));
    assertThat(runs).hasSize(2);
  }

  /** So is what version 0.1 left: the keys of its open runs, without a status. */
  @Test
  void aRunWhoseStatusIsUnknownStaysAsPublished() {
    job = new Transcript(stateDir, LogAnalysis::load);
    job.slice(BAD, "start\n" + OUT_OF_MEMORY);
    read();
    KeyValueStore<String, byte[]> hot = job.store(StoreParts.nameOf(Store.HOT));
    hot.put(BAD, new byte[] {1, 2, 3});
    assertThat(hot.delete(BAD + "\0status\0" + "00000001")).isNotNull();
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
