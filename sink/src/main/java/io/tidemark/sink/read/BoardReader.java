package io.tidemark.sink.read;

import io.tidemark.model.MemoryKey;
import io.tidemark.model.MemoryUsage;
import io.tidemark.model.meter.StallCheck.Work;
import io.tidemark.model.wire.Topics;
import io.tidemark.sink.board.BoardBuilder;
import io.tidemark.sink.board.BoardSnapshot;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads every partition of the compacted topics from its beginning, without a group: the topics are
 * the state, so there is nothing to commit. One thread steps it; any thread may ask for {@link
 * #published}. The board is not ready until the reader has read up to the ends of its start.
 */
public final class BoardReader implements ConsumerThread.Task {

  private static final Logger LOG = LoggerFactory.getLogger(BoardReader.class);

  /** A change is on the board within this time; a board is made at most that often. */
  private static final long PUBLISH_MILLIS = 20;

  /** Old rejects of each partition that the start reads. */
  static final long MOST_OLD_REJECTS = 100_000;

  static final List<TopicPartition> PARTITIONS =
      Stream.concat(Topics.BOARD.stream(), Stream.of(Topics.REJECTS))
          .flatMap(
              topic ->
                  IntStream.range(0, topic.partitions())
                      .mapToObj(partition -> new TopicPartition(topic.name(), partition)))
          .toList();

  private final Consumer<byte[], byte[]> consumer;
  private final Clock clock;
  private final LongConsumer shown;
  private final BoardBuilder board = new BoardBuilder();
  private final Map<String, Feed<?, ?>> feeds =
      Stream.of(
              new Feed<>(
                  Topics.RUNS,
                  (run, status, arrived) -> board.applyRun(run, status),
                  board::rollBackRun),
              new Feed<>(Topics.USAGE, this::usage),
              new Feed<>(
                  Topics.OPS,
                  (key, table, arrived) -> board.applyOps(key, table),
                  board::rollBackOps),
              new Feed<>(
                  Topics.TIMELINES, (key, timeline, arrived) -> board.applyTimeline(key, timeline)),
              new Feed<>(Topics.PLANS, (key, plan, arrived) -> board.applyPlan(key, plan)),
              new Feed<>(Topics.ALERTS, (key, alert, arrived) -> board.applyAlert(key, alert)),
              new Feed<>(
                  Topics.PARKED_SOURCES, (source, why, arrived) -> board.applyParked(source, why)),
              new Feed<>(Topics.REJECTS, (source, reject, arrived) -> board.countReject(reject)))
          .collect(Collectors.toMap(feed -> feed.topic().name(), Function.identity()));

  private volatile PublishedBoard published = PublishedBoard.empty();
  private Map<TopicPartition, Long> endsAtStart = Map.of();
  private volatile Work work = new Work(0, true);
  private boolean ready;
  private boolean changed;
  private long publishedMillis;

  /**
   * @param shown receives the event time of each newer snapshot, once the board is ready
   */
  public BoardReader(Consumer<byte[], byte[]> consumer, Clock clock, LongConsumer shown) {
    this.consumer = consumer;
    this.clock = clock;
    this.shown = shown;
  }

  /** The newest published board; at once, from any thread. */
  public PublishedBoard published() {
    return published;
  }

  /** How far it has read, and whether there is more; at once, from any thread. */
  public Work work() {
    return work;
  }

  /**
   * Goes to the beginning of every partition.
   *
   * @throws org.apache.kafka.common.errors.TimeoutException when the broker or a topic is not
   *     there; may be tried again
   */
  @Override
  public void begin() {
    consumer.assign(PARTITIONS);
    Map<TopicPartition, Long> beginnings = consumer.beginningOffsets(PARTITIONS);
    endsAtStart = Map.copyOf(consumer.endOffsets(PARTITIONS));
    beginnings.forEach((partition, from) -> consumer.seek(partition, start(partition, from)));
  }

  /** Rejects are counted, not held: a log full of them must not hold up the whole board. */
  private long start(TopicPartition partition, long beginning) {
    long end = endsAtStart.getOrDefault(partition, beginning);
    return partition.topic().equals(Topics.REJECTS.name())
        ? Math.max(beginning, end - MOST_OLD_REJECTS)
        : beginning;
  }

  private void usage(MemoryKey key, @Nullable MemoryUsage usage, long arrivedMillis) {
    if (board.applyUsage(key, usage, arrivedMillis) && ready && usage != null) {
      shown.accept(usage.timeMillis());
    }
  }

  /** One poll, and a new board if it is time for one. */
  @Override
  public void advance() {
    ConsumerRecords<byte[], byte[]> records =
        consumer.poll(Duration.ofMillis(changed ? untilPublish() : PUBLISH_MILLIS));
    long nowMillis = clock.millis();
    for (ConsumerRecord<byte[], byte[]> record : records) {
      apply(record, nowMillis);
    }
    Map<TopicPartition, Long> positions = new HashMap<>();
    PARTITIONS.forEach(partition -> positions.put(partition, consumer.position(partition)));
    work = work(positions);
    changed |= !records.isEmpty() || !positions.equals(published.positions());
    boolean caughtUp =
        !ready && new PublishedBoard(published.snapshot(), positions).reached(endsAtStart);
    ready |= caughtUp;
    if (caughtUp || (changed && untilPublish() == 0)) {
      BoardSnapshot snapshot = ready ? board.snapshot() : board.snapshotWhileReading();
      published = new PublishedBoard(snapshot, positions);
      changed = false;
      publishedMillis = clock.millis();
    }
  }

  private Work work(Map<TopicPartition, Long> positions) {
    long read = positions.values().stream().mapToLong(Long::longValue).sum();
    return new Work(
        read,
        PARTITIONS.stream().anyMatch(partition -> consumer.currentLag(partition).orElse(0) > 0));
  }

  private long untilPublish() {
    long sinceMillis = clock.millis() - publishedMillis;
    // A clock set back must not hold the board back.
    return sinceMillis < 0 ? 0 : Math.max(0, PUBLISH_MILLIS - sinceMillis);
  }

  private void apply(ConsumerRecord<byte[], byte[]> record, long nowMillis) {
    java.util.function.Consumer<Long> change;
    try {
      change = feed(record.topic()).read(record);
    } catch (RuntimeException e) {
      if (board.countUnreadable(record.topic()) == 1) {
        LOG.warn(
            "{}: cannot read the record at offset {} of partition {}; it and others like it are"
                + " counted and skipped",
            record.topic(),
            record.offset(),
            record.partition(),
            e);
      }
      return;
    }
    change.accept(arrivedMillis(record, nowMillis));
  }

  /** A record read to catch up arrived when it was written: else old spikes would rise again. */
  private long arrivedMillis(ConsumerRecord<byte[], byte[]> record, long nowMillis) {
    return ready || record.timestamp() < 0 ? nowMillis : Math.min(nowMillis, record.timestamp());
  }

  private Feed<?, ?> feed(String topic) {
    Feed<?, ?> feed = feeds.get(topic);
    if (feed == null) {
      throw new IllegalStateException(topic + " was never asked for");
    }
    return feed;
  }
}
