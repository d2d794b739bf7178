package io.tidemark.sink.snapshot;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.event.EventBatch;
import io.tidemark.model.event.MemoryEvent;
import io.tidemark.model.event.MemoryView;
import io.tidemark.model.event.Op;
import io.tidemark.model.log.LogPosition;
import io.tidemark.model.log.RunId;
import io.tidemark.model.memory.MemoryKey;
import io.tidemark.model.wire.Topics;
import io.tidemark.sink.read.DeclaredPartitions;
import io.tidemark.sink.snapshot.SnapshotRange.Axis;
import io.tidemark.sink.snapshot.SnapshotRows.Bucket;
import io.tidemark.sink.snapshot.TopicSnapshots.Bounds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.utils.Utils;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TopicSnapshotsTest {

  private static final RunId RUN = new RunId("june.log", 1);
  private static final MemoryKey DRAM = new MemoryKey(RUN, "0", "DRAM");
  private static final TopicPartition PARTITION =
      new TopicPartition(
          Topics.EVENTS.name(),
          Utils.toPositive(Utils.murmur2("june.log#1".getBytes(UTF_8)))
              % Topics.EVENTS.partitions());

  private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("earliest");
  private final List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
  private final List<Long> starts = new ArrayList<>();
  private long mostAPoll = Long.MAX_VALUE;
  private long beginning;
  private long nanos;

  @BeforeEach
  void nothingWritten() {
    DeclaredPartitions.on(consumer, List.of(Topics.EVENTS));
  }

  private TopicSnapshots snapshots(Bounds bounds) {
    return new TopicSnapshots(() -> consumer, bounds, () -> nanos++);
  }

  private final TopicSnapshots snapshots = snapshots(Bounds.DEFAULT);

  private static MemoryEvent.Snapshot snapshot(String device, long n) {
    return new MemoryEvent.Snapshot(
        new LogPosition(100 * n, 1_000 + n),
        device,
        new Op("Op" + n, "model.py:" + n, null),
        null,
        List.of(new MemoryView("DRAM", 1, 1 << 20, n, 1 << 10, null)));
  }

  private void publish(RunId run, MemoryEvent... events) {
    Headers headers = new RecordHeaders();
    byte[] value =
        Topics.EVENTS
            .value()
            .serializer()
            .serialize(PARTITION.topic(), headers, new EventBatch(List.of(events)));
    publish(run, headers, value);
  }

  private void publish(RunId run, Headers headers, byte[] value) {
    byte[] key = run.toString().getBytes(UTF_8);
    records.add(
        new ConsumerRecord<>(
            PARTITION.topic(),
            PARTITION.partition(),
            beginning + records.size(),
            ConsumerRecord.NO_TIMESTAMP,
            TimestampType.NO_TIMESTAMP_TYPE,
            key.length,
            value.length,
            key,
            value,
            headers,
            Optional.empty()));
  }

  private void publishNumbered(long until) {
    publish(RUN, new MemoryEvent.RunStarted(new LogPosition(0, 1_000), "tenstorrent", null));
    LongStream.range(0, until).forEach(n -> publish(RUN, snapshot("0", n)));
  }

  private SnapshotRows read(TopicSnapshots from, Axis axis, long first, long until, int most) {
    consumer.updateBeginningOffsets(Map.of(PARTITION, beginning));
    consumer.updateEndOffsets(Map.of(PARTITION, beginning + records.size()));
    consumer.schedulePollTask(
        () -> {
          long start = consumer.position(PARTITION);
          starts.add(start);
          records.stream()
              .filter(record -> record.offset() >= start)
              .limit(mostAPoll)
              .forEach(consumer::addRecord);
        });
    return from.read(new SnapshotRange(DRAM, axis, first, until, most));
  }

  private static List<Long> numbers(SnapshotRows rows) {
    return rows.buckets().stream().map(Bucket::highest).map(SnapshotPoint::n).toList();
  }

  @Test
  void aRangeOfNumbersHoldsItsFirstAndNotItsEnd() {
    publishNumbered(9);

    SnapshotRows rows = read(snapshots, Axis.NUMBER, 3, 6, 100);

    assertThat(numbers(rows)).containsExactly(3L, 4L, 5L);
    assertThat(rows.buckets().get(0).highest())
        .isEqualTo(new SnapshotPoint(3, 1_003, 3, null, "Op3", "model.py:3"));
    assertThat(rows.partial()).isEmpty();
  }

  @Test
  void aRangeBehindTheLastWrittenSnapshotSaysWhereThatIs() {
    publishNumbered(9);

    assertThat(read(snapshots, Axis.NUMBER, 3, 12, 100).end()).contains(9L);
    assertThat(read(snapshots, Axis.NUMBER, 3, 6, 100).end()).isEmpty();
  }

  @Test
  void aRangeOfTimeIsCutByEventTime() {
    publishNumbered(9);

    assertThat(numbers(read(snapshots, Axis.TIME, 1_002, 1_004, 100))).containsExactly(2L, 3L);
  }

  @Test
  void otherRunsAndDevicesOfThePartitionAreNotCounted() {
    publish(new RunId("other.log", 1), snapshot("0", 0));
    publish(RUN, snapshot("1", 0), snapshot("0", 1));

    assertThat(numbers(read(snapshots, Axis.NUMBER, 0, 10, 100))).containsExactly(0L);
  }

  @Test
  void moreThanMostAreBucketsThatKeepTheHighestWithItsOp() {
    publishNumbered(9);

    SnapshotRows rows = read(snapshots, Axis.NUMBER, 0, 9, 4);

    assertThat(rows.joined()).isTrue();
    assertThat(rows.inAll()).isEqualTo(9);
    assertThat(rows.width()).isEqualTo(4);
    assertThat(rows.buckets()).extracting(Bucket::leastBytes).containsExactly(0L, 4L, 8L);
    assertThat(numbers(rows)).containsExactly(3L, 7L, 8L);
  }

  @Test
  void aLaterRangeIsReadFromTheLastMarkBeforeIt() {
    publishNumbered(5_000);
    read(snapshots, Axis.NUMBER, 4_998, 5_000, 10);

    SnapshotRows rows = read(snapshots, Axis.NUMBER, 4_999, 5_000, 10);

    assertThat(numbers(rows)).containsExactly(4_999L);
    assertThat(starts).containsExactly(0L, 4_097L);
  }

  @Test
  void aReadingThatReachesItsBoundSaysHowFarItGot() {
    publishNumbered(4);

    SnapshotRows rows = read(snapshots(new Bounds(Duration.ZERO, 1)), Axis.NUMBER, 0, 10, 100);

    assertThat(rows.partial()).contains("read up to snapshot 0: a reading is bounded");
  }

  @Test
  void aReadingThatReachesItsBoundGoesOnFromThereNextTime() {
    LongStream.range(0, 500).forEach(n -> publish(new RunId("other.log", 1), snapshot("0", n)));
    publishNumbered(3);
    mostAPoll = 10;
    TopicSnapshots bounded = snapshots(new Bounds(Duration.ofDays(1), 400));

    SnapshotRows rows = read(bounded, Axis.NUMBER, 0, 10, 100);
    for (int reading = 0; rows.inAll() == 0 && reading < 600; reading++) {
      rows = read(bounded, Axis.NUMBER, 0, 10, 100);
    }

    assertThat(numbers(rows)).startsWith(0L);
    assertThat(starts).isSorted().hasSizeGreaterThan(1);
  }

  @Test
  void laterReadingsOfARunWithoutItsBeginningArePartialToo() {
    beginning = 7;
    LongStream.range(0, 5_000).forEach(n -> publish(RUN, snapshot("0", n)));
    read(snapshots, Axis.NUMBER, 0, 5_000, 10);

    SnapshotRows rows = read(snapshots, Axis.NUMBER, 4_999, 5_000, 10);

    assertThat(starts.get(1)).isGreaterThan(4_000L);
    assertThat(rows.partial()).hasValueSatisfying(why -> assertThat(why).contains("dropped"));
  }

  @Test
  void snapshotsOfTheMillisecondBeforeAMarkAreInARangeOfTimeThatBeginsThere() {
    publish(RUN, new MemoryEvent.RunStarted(new LogPosition(0, 1_000), "tenstorrent", null));
    LongStream.range(0, 4_200).forEach(n -> publish(RUN, snapshot("0", 2 * (n / 2))));
    read(snapshots, Axis.TIME, 5_000, 5_500, 10_000);

    SnapshotRows rows = read(snapshots, Axis.TIME, 1_000 + 2_048, 1_000 + 2_049, 10);

    assertThat(numbers(rows)).containsExactly(2_048L, 2_049L);
  }

  @Test
  void anUnreadableRecordIsPassedOverAndSaid() {
    publish(RUN, snapshot("0", 1));
    publish(RUN, new RecordHeaders(), "garbage".getBytes(UTF_8));
    publish(RUN, snapshot("0", 2));

    SnapshotRows rows = read(snapshots, Axis.NUMBER, 0, 10, 100);

    assertThat(numbers(rows)).containsExactly(0L, 1L);
    assertThat(rows.partial()).contains("a record of the topic could not be read");
  }

  @Test
  void aRunWhoseBeginningTheTopicDroppedIsMarkedAsPartial() {
    beginning = 7;
    publish(RUN, snapshot("0", 40));

    SnapshotRows rows = read(snapshots, Axis.NUMBER, 0, 10, 100);

    assertThat(rows.partial()).hasValueSatisfying(why -> assertThat(why).contains("dropped"));
  }

  @Test
  void afterTheEndNothingIsReadAnyMore() {
    publishNumbered(4);
    read(snapshots, Axis.NUMBER, 0, 10, 100);

    snapshots.close();

    assertThat(consumer.closed()).isTrue();
    assertThat(snapshots.read(new SnapshotRange(DRAM, Axis.NUMBER, 0, 10, 100)).partial())
        .contains("the server stops");
  }
}
