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
import io.tidemark.model.wire.Topic;
import io.tidemark.model.wire.Topics;
import io.tidemark.streams.source.StoreParts;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.streams.state.KeyValueIterator;
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

  /** The hot part as version 0.1 wrote it, which stored no names. */
  private static final byte[] OF_VERSION_0_1 = "\n\fsource\1\2\bfile".getBytes(UTF_8);

  @Test
  void anUpgradeEndsTheRunThatItsTopicsHoldAndIsNoFailure() {
    job = new Transcript(stateDir, LogAnalysis::load);
    job.slice(BAD, "start\n" + OUT_OF_MEMORY);
    read();
    leaveAsVersion01();
    restart();
    job.topics(() -> reader(runs, alerts));
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
    leaveAsVersion01();
    restart();
    job.topics(() -> reader(runs, alerts));
    read();

    assertThat(run(1)).isEqualTo(ended);
    assertThat(failure(2).isUpgrade()).isTrue();
    assertThat(runs).hasSize(2);
  }

  @Test
  void anUpgradeWithoutARightToReadTheTopicsLeavesTheOldRunAndFailsNothing() {
    job = new Transcript(stateDir, LogAnalysis::load);
    job.slice(BAD, "start\n");
    read();
    leaveAsVersion01();
    restart();
    job.slice(BAD, "start\n");
    read();

    assertThat(run(1).endMillis()).isNull();
    assertThat(run(2).lines()).isEqualTo(lines(1));
    assertThat(runs.values()).noneMatch(run -> run.analysisFailure() != null);
    assertThat(alerts).isEmpty();
    assertThat(letters).isEmpty();
  }

  /** The end of the run may be in what was not read. */
  @Test
  void topicsThatAreReadInPartEndNoRun() {
    job = new Transcript(stateDir, LogAnalysis::load);
    job.slice(BAD, "start\n" + OUT_OF_MEMORY);
    read();
    leaveAsVersion01();
    restart();
    job.topics(
        () -> {
          MockConsumer<byte[], byte[]> consumer = reader(runs, alerts);
          TopicPartition unread = new TopicPartition(Topics.ALERTS.name(), 0);
          consumer.updateEndOffsets(Map.of(unread, alerts.size() + 1L));
          consumer.schedulePollTask(() -> consumer.setPollException(new KafkaException("gone")));
          return consumer;
        });
    job.slice(BAD, "start\n");
    read();

    assertThat(run(1).endMillis()).isNull();
    assertThat(run(1).analysisFailure()).isNull();
    assertThat(run(2).lines()).isEqualTo(lines(1));
    assertThat(runs).hasSize(2);
  }

  private void leaveAsVersion01() {
    KeyValueStore<String, byte[]> hot = job.store(StoreParts.nameOf(Store.HOT));
    hot.put(BAD, OF_VERSION_0_1);
    List<String> statuses = new ArrayList<>();
    try (KeyValueIterator<String, byte[]> all = hot.all()) {
      all.forEachRemaining(part -> statuses.add(part.key));
    }
    statuses.removeIf(key -> !key.contains("\0status\0"));
    assertThat(statuses).isNotEmpty();
    statuses.forEach(hot::delete);
  }

  private static MockConsumer<byte[], byte[]> reader(
      Map<RunId, RunStatus> runs, Map<AlertKey, Alert> alerts) {
    MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("earliest");
    add(consumer, Topics.RUNS, runs);
    add(consumer, Topics.ALERTS, alerts);
    return consumer;
  }

  private static <K, V> void add(
      MockConsumer<byte[], byte[]> consumer, Topic<K, V> topic, Map<K, V> records) {
    Node node = new Node(0, "h", 1);
    Node[] nodes = {node};
    TopicPartition partition = new TopicPartition(topic.name(), 0);
    consumer.updatePartitions(
        topic.name(), List.of(new PartitionInfo(topic.name(), 0, node, nodes, nodes)));
    consumer.updateBeginningOffsets(Map.of(partition, 0L));
    consumer.updateEndOffsets(Map.of(partition, (long) records.size()));
    Map<K, V> copy = new HashMap<>(records);
    consumer.schedulePollTask(
        () -> {
          long offset = 0;
          for (Map.Entry<K, V> record : copy.entrySet()) {
            Headers headers = new RecordHeaders();
            byte[] key = topic.key().serializer().serialize(topic.name(), headers, record.getKey());
            byte[] value =
                topic.value().serializer().serialize(topic.name(), headers, record.getValue());
            consumer.addRecord(
                new ConsumerRecord<>(
                    topic.name(),
                    0,
                    offset++,
                    1,
                    TimestampType.CREATE_TIME,
                    key.length,
                    value.length,
                    key,
                    value,
                    headers,
                    Optional.empty()));
          }
        });
  }

  /** An unknown status of a damaged state, too. */
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
