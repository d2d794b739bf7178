package io.tidemark.sink.read;

import static io.tidemark.sink.Made.DRAM;
import static io.tidemark.sink.Made.MIB;
import static io.tidemark.sink.Made.NEW_YEAR_MILLIS;
import static io.tidemark.sink.Made.RUN;
import static io.tidemark.sink.Made.status;
import static io.tidemark.sink.Made.usage;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.tidemark.model.log.Reject;
import io.tidemark.model.log.RunId;
import io.tidemark.model.memory.MemoryKey;
import io.tidemark.model.wire.Topic;
import io.tidemark.model.wire.Topics;
import io.tidemark.sink.board.Board;
import io.tidemark.sink.board.BoardSnapshot.RejectKind;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class BoardReaderTest {

  private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("earliest");
  private final SetClock clock = SetClock.ticking();
  private final List<Long> shown = new ArrayList<>();
  private final BoardReader reader =
      new BoardReader(consumer, null, any -> true, clock, shown::add);
  private final Map<TopicPartition, Long> next = new HashMap<>();

  @BeforeEach
  void nothingWritten() {
    DeclaredPartitions.on(consumer, BoardReader.TOPICS);
  }

  @Test
  void everyPartitionOfTheBoardsTopicsAndOfTheRejectsIsRead() {
    reader.begin();
    assertThat(reader.partitions())
        .hasSameElementsAs(consumer.assignment())
        .hasSize(28)
        .extracting(TopicPartition::topic)
        .containsOnly(
            "tidemark.runs",
            "tidemark.usage",
            "tidemark.ops",
            "tidemark.timelines",
            "tidemark.plans",
            "tidemark.alerts",
            "tidemark.rejects");
  }

  @Test
  void topicsOfOnePartitionAreReadThere() {
    Topics.BOARD.forEach(
        topic ->
            consumer.updatePartitions(
                topic.name(), consumer.partitionsFor(topic.name()).subList(0, 1)));
    reader.begin();
    write(Topics.RUNS, RUN, status("g1", 100, null));
    reader.advance();
    assertThat(reader.partitions()).hasSize(Topics.BOARD.size() + Topics.REJECTS.partitions());
    assertThat(reader.published().snapshot().board().runs()).containsKey(RUN);
  }

  @Test
  void rejectsAreCountedByWhatTheyWereTakenForAndWhyTheyBroke() {
    reader.begin();
    write(Topics.REJECTS, "a.log", reject("tenstorrent", "no size"));
    write(Topics.REJECTS, "b.log", reject("tenstorrent", "no size"));
    write(Topics.REJECTS, "b.log", reject("zant", "no size"));

    reader.advance();

    assertThat(reader.published().snapshot().tallies().rejects())
        .containsOnly(
            entry(new RejectKind("tenstorrent", "no size"), 2L),
            entry(new RejectKind("zant", "no size"), 1L));
  }

  @Test
  void aLogFullOfRejectsDoesNotHoldUpTheBoard() {
    TopicPartition rejects = new TopicPartition(Topics.REJECTS.name(), 0);
    consumer.updateEndOffsets(Map.of(rejects, 5_000_000L));

    reader.begin();

    assertThat(consumer.position(rejects)).isEqualTo(4_900_000);
  }

  @Test
  void aNewerSnapshotIsReportedOnceAndNotWhileTheBoardIsRead() {
    consumer.updateEndOffsets(Map.of(new TopicPartition(Topics.USAGE.name(), 0), 1L));
    reader.begin();
    write(Topics.USAGE, DRAM, usage(20, 30, 90));
    reader.advance();
    assertThat(shown).isEmpty();

    write(Topics.USAGE, DRAM, usage(21, 30, 95_000));
    write(Topics.USAGE, DRAM, usage(21, 30, 95_000));
    reader.advance();

    assertThat(shown).containsExactly(NEW_YEAR_MILLIS + 95_000);
    write(Topics.USAGE, new MemoryKey(RUN, "1", "DRAM"), usage(22, 30, -5_000));
    reader.advance();
    assertThat(shown).as("an old log that is read anew is not late").hasSize(1);
  }

  private static Reject reject(String format, String reason) {
    return new Reject("g1", 1, 1, 1, format, reason, "text");
  }

  @Test
  void whatIsWrittenIsOnTheBoardAfterOnePoll() {
    reader.begin();
    write(Topics.RUNS, RUN, status("g1", 100, null));
    write(Topics.USAGE, DRAM, usage(20, 30, 90));

    reader.advance();

    assertThat(reader.published().snapshot().board().runs()).containsOnlyKeys(RUN);
    assertThat(reader.published().snapshot().board().usage().get(DRAM).now().usedBytes())
        .isEqualTo(20);
  }

  @Test
  void aTombstoneRemoves() {
    reader.begin();
    write(Topics.RUNS, RUN, status("g1", 100, null));
    reader.advance();

    write(Topics.RUNS, RUN, null);
    reader.advance();

    assertThat(reader.published().snapshot().board().runs()).isEmpty();
  }

  @Test
  void itIsReadyOnceTheEndsAtItsStartAreReached() {
    TopicPartition runs = new TopicPartition("tidemark.runs", 0);
    consumer.updateEndOffsets(Map.of(runs, 2L));
    reader.begin();
    write(Topics.RUNS, RUN, status("g1", 100, null));
    reader.advance();
    assertThat(reader.published().snapshot().ready()).isFalse();

    write(Topics.RUNS, RUN, status("g1", 200, null));
    reader.advance();

    assertThat(reader.published().snapshot().ready()).isTrue();
    assertThat(reader.published().positions()).containsEntry(runs, 2L);
  }

  @Test
  void aRecordThatCannotBeReadIsCountedAndSkipped() {
    reader.begin();
    write(Topics.USAGE, DRAM, "{ broken", "1");
    write(Topics.USAGE, DRAM, "{\"offset\": 7}", "1");
    write(Topics.USAGE, DRAM, "{}", "2");
    writeBytes(Topics.RUNS, bytes("no run id"), bytes("{}"), "1");
    writeBytes(Topics.RUNS, null, bytes("{}"), "1");
    write(Topics.USAGE, DRAM, usage(20, 30, 90));

    reader.advance();

    assertThat(reader.published().snapshot().tallies().unreadable())
        .containsEntry("tidemark.usage", 3L)
        .containsEntry("tidemark.runs", 2L);
    assertThat(reader.published().snapshot().board().usage()).containsOnlyKeys(DRAM);
  }

  @Test
  void theCountOfUnreadableRecordsOfATopicBeginsAtZero() {
    reader.begin();
    reader.advance();

    assertThat(reader.published().snapshot().tallies().unreadable())
        .containsEntry("tidemark.usage", 0L)
        .containsEntry("tidemark.rejects", 0L);
  }

  @Test
  void anOldSpikeReadToCatchUpIsNoRecentOne() {
    consumer.updateEndOffsets(Map.of(new TopicPartition("tidemark.usage", 0), 1L));
    reader.begin();
    write(Topics.USAGE, DRAM, usage(20, 900, 90));

    reader.advance();

    assertThat(windowPeak(NEW_YEAR_MILLIS + 10_000)).isEqualTo(900);
    assertThat(windowPeak(NEW_YEAR_MILLIS + 15_001)).isEqualTo(20);
  }

  @Test
  void aSpikeReadLiveIsRecentWhateverItsTimestamp() {
    reader.begin();
    reader.advance();
    write(Topics.USAGE, DRAM, usage(20, 900, 90));

    reader.advance();

    assertThat(windowPeak(clock.millis)).isEqualTo(900);
    assertThat(windowPeak(NEW_YEAR_MILLIS + 15_001)).isEqualTo(900);
  }

  @Test
  void changesWithinFiftyMillisecondsShareABoard() {
    BoardReader quick =
        new BoardReader(
            consumer,
            null,
            any -> true,
            Clock.fixed(Instant.ofEpochMilli(NEW_YEAR_MILLIS), ZoneOffset.UTC),
            shown::add);
    quick.begin();
    quick.advance();
    PublishedBoard first = quick.published();
    write(Topics.RUNS, RUN, status("g1", 100, null));

    quick.advance();

    assertThat(quick.published()).isSameAs(first);
  }

  /** A copy of a large board takes long, so that it may not be made as often. */
  @Test
  void aLargeBoardIsCopiedLessOften() {
    SetClock standing = SetClock.standing();
    BoardReader slow = new BoardReader(consumer, null, any -> true, standing, shown::add);
    slow.begin();
    for (int i = 1; i <= 3_000; i++) {
      write(Topics.RUNS, new RunId("log" + i, 1), status("g1", 100, null));
    }
    slow.advance();
    PublishedBoard first = slow.published();
    write(Topics.RUNS, RUN, status("g1", 100, null));
    standing.millis += 40;
    slow.advance();
    assertThat(slow.published()).isSameAs(first);

    standing.millis += 10;
    slow.advance();
    assertThat(slow.published().snapshot().board().runs()).hasSize(3_001);
  }

  @Test
  @Timeout(60)
  void aScrapeWaitsForNoReading() throws Exception {
    reader.begin();
    write(Topics.RUNS, RUN, status("g1", 100, null));
    reader.advance();
    CountDownLatch reads = new CountDownLatch(1);
    CountDownLatch scraped = new CountDownLatch(1);
    consumer.schedulePollTask(
        () -> {
          reads.countDown();
          try {
            scraped.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
    Thread reading = new Thread(reader::advance);
    reading.start();
    reads.await();

    assertThat(reader.published().snapshot().board().runs()).containsOnlyKeys(RUN);

    scraped.countDown();
    reading.join();
  }

  private long windowPeak(long nowMillis) {
    return reader
        .published()
        .snapshot()
        .tallies()
        .recentPeaks()
        .get(DRAM)
        .highestBytes(nowMillis, 20);
  }

  private <K, V> void write(Topic<K, V> topic, K key, V value) {
    Headers headers = new RecordHeaders();
    byte[] bytes = topic.value().serializer().serialize(topic.name(), headers, value);
    add(topic, topic.key().serializer().serialize(topic.name(), key), bytes, headers);
  }

  private <K> void write(Topic<K, ?> topic, K key, String json, String version) {
    writeBytes(topic, topic.key().serializer().serialize(topic.name(), key), bytes(json), version);
  }

  private void writeBytes(Topic<?, ?> topic, byte[] key, byte[] value, String version) {
    add(topic, key, value, new RecordHeaders().add("version", bytes(version)));
  }

  private void add(Topic<?, ?> topic, byte[] key, byte[] value, Headers headers) {
    long offset = next.merge(new TopicPartition(topic.name(), 0), 1L, Long::sum) - 1;
    consumer.addRecord(
        new ConsumerRecord<>(
            topic.name(),
            0,
            offset,
            NEW_YEAR_MILLIS,
            TimestampType.CREATE_TIME,
            0,
            0,
            key,
            value,
            headers,
            Optional.empty()));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void aSinkShowsOnlyItsShareOfTheSources() {
    BoardReader share =
        new BoardReader(consumer, null, source -> source.startsWith("node-1/"), clock, shown::add);
    share.begin();
    for (String source : List.of("node-1/a.log", "node-2/a.log")) {
      RunId run = new RunId(source, 1);
      write(Topics.RUNS, run, status("g1", 100, null));
      write(Topics.USAGE, new MemoryKey(run, "0", "DRAM"), usage(MIB, MIB, 1));
    }
    share.advance();

    Board board = share.published().snapshot().board();
    assertThat(board.runs()).containsOnlyKeys(new RunId("node-1/a.log", 1));
    assertThat(board.usage()).hasSize(1);
  }
}
