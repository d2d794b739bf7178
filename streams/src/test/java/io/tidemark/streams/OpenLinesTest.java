package io.tidemark.streams;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.Alert;
import io.tidemark.model.AlertKey;
import io.tidemark.model.AlertRule;
import io.tidemark.model.EventBatch;
import io.tidemark.model.RunId;
import io.tidemark.model.RunStatus;
import io.tidemark.model.wire.RolledBack;
import io.tidemark.model.wire.Topic;
import io.tidemark.model.wire.Topics;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests what the job publishes of an unfinished last line, and withdraws when the line grows. */
class OpenLinesTest {

  private static final String LOG = "a.log";
  private static final RunId RUN = new RunId(LOG, 1);
  private static final String START = "Always | FATAL    | Out of Memory: Not enough space to";
  private static final String FAILURE =
      START + " allocate 96 B DRAM buffer across 12 banks, where each bank needs to store 8 B";

  @TempDir Path stateDir;
  private Transcript job;
  private final Map<RunId, RunStatus> runs = new HashMap<>();
  private final Map<AlertKey, Alert> alerts = new HashMap<>();
  private int takenBack;

  @BeforeEach
  void open() {
    job = new Transcript(stateDir, SourceAnalysis::load);
  }

  @AfterEach
  void close() {
    job.close();
  }

  private void read() {
    read(Topics.RUNS, runs);
    read(Topics.ALERTS, alerts);
  }

  private <K, V> void read(Topic<K, V> topic, Map<K, V> board) {
    for (TestRecord<K, V> record : job.records(topic)) {
      takenBack += RolledBack.isMarked(record.headers()) ? 1 : 0;
      if (record.value() == null) {
        board.remove(record.key());
      } else {
        board.put(record.key(), record.value());
      }
    }
  }

  private long events() {
    return job.values(Topics.EVENTS).stream().map(EventBatch::events).mapToLong(List::size).sum();
  }

  @Test
  void aFailureWithoutALineEndRaisesItsAlertAtOnce() {
    job.slice(LOG, "start\n").open(LOG, FAILURE);
    read();
    assertThat(alerts.keySet()).extracting(AlertKey::rule).containsExactly(AlertRule.OUT_OF_MEMORY);
    assertThat(runs.get(RUN).failures().count()).isEqualTo(1);
    assertThat(events()).as("events cannot be taken back: they wait").isZero();
  }

  @Test
  void itsLineEndAddsItsEventsAndTakesNothingBack() {
    job.open(LOG, FAILURE).flush().slice(LOG, FAILURE + "\n").flush();
    read();
    assertThat(takenBack).isZero();
    assertThat(runs.get(RUN).failures().count()).isEqualTo(1);
    assertThat(runs.get(RUN).lines().read()).isEqualTo(1);
    assertThat(events()).isEqualTo(2);
  }

  @Test
  void aLineThatGrewIntoAnotherLeavesNothingBehind() {
    job.open(LOG, FAILURE).flush();
    read();
    job.slice(LOG, FAILURE.replace(START, "they said:") + "\n").flush();
    read();
    assertThat(takenBack).isPositive();
    assertThat(alerts).isEmpty();
    assertThat(runs.get(RUN).failures().count()).isZero();
    assertThat(runs.get(RUN).lines().read()).isEqualTo(1);
    assertThat(events()).isZero();
  }

  @Test
  void aRestartedJobTakesBackWhatTheOneBeforePublished() {
    job.open(LOG, FAILURE).flush();
    read();
    job = job.restarted();
    job.open(LOG, FAILURE).flush().flush();
    read();
    assertThat(takenBack).isZero();
    assertThat(alerts).hasSize(1);
    job = job.restarted();
    job.slice(LOG, FAILURE + " each\n").slice(LOG, "end\n").flush().flush();
    read();
    assertThat(takenBack).isPositive();
    assertThat(runs.get(RUN).lines().read()).isEqualTo(2);
    assertThat(runs.get(RUN).failures().count()).isEqualTo(alerts.size());
  }

  @Test
  void aLineThatIsNotShownTakesNothingBackWhenItGrows() {
    job.slice(LOG, "start\n").open(LOG, "loading 1 %").flush();
    job.open(LOG, "loading 1 %\rloading 2 %").flush().slice(LOG, "loading all\n").flush();
    read();
    assertThat(takenBack).isZero();
    assertThat(runs.get(RUN).lines().read()).isEqualTo(2);
  }

  @Test
  void aRunThatALineSeemedToBeginIsTakenBack() {
    job.slice(LOG, "start\n").newFile("h").open(LOG, FAILURE).flush();
    read();
    assertThat(runs).hasSize(2);
    job.open(LOG, FAILURE + " and so on").slice(LOG, "nothing\n").flush();
    read();
    assertThat(runs).hasSize(2);
    assertThat(runs.get(new RunId(LOG, 2)).failures().count()).isZero();
    assertThat(runs.get(RUN).endMillis()).isNotNull();
  }
}
