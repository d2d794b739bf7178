package io.tidemark.sink.read;

import static io.tidemark.sink.Made.DRAM;
import static io.tidemark.sink.Made.NEW_YEAR_MILLIS;
import static io.tidemark.sink.Made.RUN;
import static io.tidemark.sink.Made.op;
import static io.tidemark.sink.Made.ops;
import static io.tidemark.sink.Made.status;
import static io.tidemark.sink.Made.usage;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.log.Reject;
import io.tidemark.model.wire.Published;
import io.tidemark.model.wire.Topic;
import io.tidemark.model.wire.Topics;
import io.tidemark.sink.board.BoardSnapshot;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests a board whose records come from a job in the same process. */
@Timeout(30)
class HandedOverBoardTest {

  private static final List<Published<?, ?>> RECORDS =
      List.of(
          new Published<>(Topics.RUNS, RUN, status("g1", 100, null), NEW_YEAR_MILLIS),
          new Published<>(Topics.USAGE, DRAM, usage(20, 900, 90), NEW_YEAR_MILLIS),
          new Published<>(Topics.OPS, DRAM, ops(90, op("matmul", 3, 7, 2)), NEW_YEAR_MILLIS),
          new Published<>(
              Topics.REJECTS,
              "train.log",
              new Reject("g1", 10, 1, 1, "tenstorrent", "a digit is missing", "x"),
              NEW_YEAR_MILLIS));

  private static final List<Published<?, ?>> REMOVALS =
      List.of(
          new Published<>(Topics.OPS, DRAM, null, NEW_YEAR_MILLIS),
          new Published<>(Topics.RUNS, RUN, null, NEW_YEAR_MILLIS));

  private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("earliest");
  private final Handover handover = new Handover();
  private final SetClock clock = SetClock.standing();

  private BoardReader begun(MockConsumer<byte[], byte[]> consumer, @Nullable Handover handover) {
    DeclaredPartitions.on(consumer, BoardReader.TOPICS);
    BoardReader reader = new BoardReader(consumer, handover, any -> true, clock, shown -> {});
    reader.begin();
    return reader;
  }

  @Test
  void itIsReadyWhenTheTopicsAreReadAndTheJobHasCaughtUp() {
    BoardReader reader = begun(consumer, handover);
    handover.onRecords(RECORDS);
    reader.advance();
    clock.millis += 1000;
    reader.advance();
    assertThat(reader.published().snapshot().ready()).as("it has not caught up").isFalse();

    handover.onCaughtUp();
    reader.advance();
    assertThat(reader.published().snapshot().ready()).isTrue();
    assertThat(reader.published().snapshot().board().runs()).containsKey(RUN);
  }

  @Test
  void whatIsHandedOverBeforeTheTopicsAreReadIsNotLost() {
    BoardReader reader = begun(consumer, handover);
    handover.onRecords(RECORDS);
    handover.onCaughtUp();
    reader.advance();
    assertThat(reader.published().snapshot().ready()).isFalse();

    reader.advance();
    assertThat(reader.published().snapshot().ready()).isTrue();
    assertThat(reader.published().snapshot().board().runs()).containsKey(RUN);
  }

  @Test
  void recordsAreAppliedAsIfTheyWereReadFromTheirTopics() {
    handover.onCaughtUp();
    MockConsumer<byte[], byte[]> topics = new MockConsumer<>("earliest");
    BoardReader readingTopics = begun(topics, null);
    BoardReader handedOver = begun(consumer, handover);
    readingTopics.advance();
    handedOver.advance();
    // The first step read the topics, which are empty.
    handedOver.advance();
    for (List<Published<?, ?>> records : List.of(RECORDS, REMOVALS, RECORDS)) {
      records.forEach(record -> write(topics, record));
      handover.onRecords(records);
      clock.millis += 1000;
      readingTopics.advance();
      handedOver.advance();

      BoardSnapshot expected = readingTopics.published().snapshot();
      assertThat(handedOver.published().snapshot()).usingRecursiveComparison().isEqualTo(expected);
      assertThat(expected.ready()).isTrue();
    }
  }

  private final Map<String, Long> next = new HashMap<>();

  private <K, V> void write(MockConsumer<byte[], byte[]> to, Published<K, V> record) {
    Topic<K, V> topic = record.topic();
    Headers headers = new RecordHeaders();
    to.addRecord(
        new ConsumerRecord<>(
            topic.name(),
            0,
            next.merge(topic.name(), 1L, Long::sum) - 1,
            record.timeMillis(),
            TimestampType.CREATE_TIME,
            0,
            0,
            topic.key().serializer().serialize(topic.name(), record.key()),
            topic.value().serializer().serialize(topic.name(), headers, record.value()),
            headers,
            Optional.empty()));
  }
}
