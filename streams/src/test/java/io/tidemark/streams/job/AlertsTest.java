package io.tidemark.streams.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.LogAnalysis;
import io.tidemark.analysis.SourceAnalysis;
import io.tidemark.analysis.state.Sections;
import io.tidemark.analysis.state.StateParts;
import io.tidemark.analysis.state.StateParts.Store;
import io.tidemark.model.Samples;
import io.tidemark.model.alert.Alert;
import io.tidemark.model.alert.AlertKey;
import io.tidemark.model.alert.AlertRule;
import io.tidemark.model.wire.Topics;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests how the job publishes alerts. */
class AlertsTest {

  private static final String FAILURE =
      "Always | FATAL    | Out of Memory: Not enough space to allocate 96 B DRAM buffer across 12 banks,"
          + " where each bank needs to store 8 B\n";

  @TempDir Path stateDir;

  @Test
  void anAlertWaitsForNoFlush() {
    try (Transcript job = new Transcript(stateDir, LogAnalysis::load)) {
      job.slice("a.log", FAILURE);

      List<TestRecord<AlertKey, Alert>> published = job.records(Topics.ALERTS);
      assertThat(published).hasSize(1);
      assertThat(published.get(0).getKey().rule()).isEqualTo(AlertRule.ALLOCATION_REFUSED);
      assertThat(published.get(0).getValue().active()).isTrue();
      assertThat(job.values(Topics.RUNS)).hasSize(1);
    }
  }

  @Test
  void anAlertWhoseSectionCannotBeReadIsDeletedAndTheLinesStayCounted() {
    Transcript job = new Transcript(stateDir, LogAnalysis::load);
    job.slice("a.log", FAILURE).flush();
    AlertKey alert = job.board(Topics.ALERTS).keySet().iterator().next();

    try (Transcript next = job.restarted(AlertsTest::withUnreadableAlerts)) {
      next.flush().flush();

      List<TestRecord<AlertKey, Alert>> alerts = next.records(Topics.ALERTS);
      assertThat(alerts).extracting(TestRecord::getKey).containsExactly(alert);
      assertThat(alerts.get(0).getValue()).isNull();
      assertThat(next.board(Topics.RUNS).values())
          .singleElement()
          .satisfies(run -> assertThat(run.lines().fact()).isEqualTo(1));
    }
  }

  private static SourceAnalysis withUnreadableAlerts(String source, StateParts parts) {
    byte[] hot = Objects.requireNonNull(parts.get(Store.HOT, source));
    parts.put(Store.HOT, source, Sections.read(hot).put("alerts", new byte[] {99}).toBytes());
    return LogAnalysis.load(source, parts);
  }

  @Test
  void aRestartTellsTheSameAgainUnderTheSameKey() {
    byte[] log = Samples.bytes("tenstorrent/ttxla_run_full_qwen3.6-27b_vllm_oom_ansi.log");
    Transcript job = new Transcript(stateDir, LogAnalysis::load);
    job.log("a.log", 0, log, 65_536).flush();
    Map<AlertKey, Alert> before = job.board(Topics.ALERTS);
    assertThat(before.keySet())
        .extracting(AlertKey::rule)
        .containsExactlyInAnyOrder(
            AlertRule.NEAR_CAPACITY,
            AlertRule.CRITICAL,
            AlertRule.FRAGMENTED,
            AlertRule.ALLOCATION_REFUSED,
            AlertRule.OUT_OF_MEMORY);

    try (Transcript next = job.restarted()) {
      next.flush().flush();

      assertThat(next.board(Topics.ALERTS)).isEqualTo(before);
    }
  }
}
