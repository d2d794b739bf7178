package io.tidemark.sink.read;

import io.tidemark.model.alert.AlertKey;
import io.tidemark.model.log.RunId;
import io.tidemark.model.memory.MemoryKey;
import io.tidemark.model.memory.MemoryUsage;
import io.tidemark.model.meter.StallCheck.Work;
import io.tidemark.model.plan.PlanKey;
import io.tidemark.model.wire.Published;
import io.tidemark.model.wire.Topic;
import io.tidemark.model.wire.Topics;
import io.tidemark.sink.board.BoardBuilder;
import io.tidemark.sink.board.BoardSnapshot;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
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
 * the state, so there is nothing to commit. One thread runs it; any thread may call {@link
 * #published}. The board is ready once the reader has passed the ends that the topics had at the
 * start.
 */
public final class BoardReader implements ConsumerThread.Task {

  private static final Logger LOG = LoggerFactory.getLogger(BoardReader.class);

  /** A change is on a small board within this time; a new board is made at most this often. */
  private static final long PUBLISH_MILLIS = 20;

  /** A millisecond more for each of so many entries, which each new board copies. */
  private static final int ENTRIES_PER_MILLI = 100;

  /** A poll ends when a record comes; otherwise it need not end often. */
  private static final Duration QUIET_POLL = Duration.ofMillis(500);

  /** Most old rejects per partition that are read at the start. */
  static final long MOST_OLD_REJECTS = 100_000;

  static final List<Topic<?, ?>> TOPICS =
      Stream.concat(Topics.BOARD.stream(), Stream.of(Topics.REJECTS)).toList();

  private final Consumer<byte[], byte[]> consumer;
  private final @Nullable Handover handover;
  private final Clock clock;
  private final LongConsumer shown;
  private final BoardBuilder board = new BoardBuilder();
  private final Map<String, Feed<?, ?>> feeds;

  private volatile PublishedBoard published = PublishedBoard.empty();
  private volatile List<TopicPartition> partitions = List.of();
  private Map<TopicPartition, Long> endsAtStart = Map.of();
  private volatile Work work = new Work(0, true);
  private boolean topicsRead;
  private long handedOver;
  private boolean ready;

  /** Figures of before are those of an old log that is read anew, and not late. */
  private long readyMillis;

  private boolean changed;
  private long publishedMillis;

  /**
   * @param handover source of records once the topics were read up to their ends at the start;
   *     {@code null} to keep reading the topics
   * @param sources whose records are read
   * @param shown receives the event time of each newer snapshot that is younger than the ready
   *     board
   */
  public BoardReader(
      Consumer<byte[], byte[]> consumer,
      @Nullable Handover handover,
      Predicate<String> sources,
      Clock clock,
      LongConsumer shown) {
    this.consumer = consumer;
    this.handover = handover;
    this.feeds =
        Stream.of(
                feed(Topics.RUNS, sources, run -> run, (run, s, arrived) -> board.applyRun(run, s)),
                feed(Topics.USAGE, sources, MemoryKey::run, this::usage),
                feed(Topics.OPS, sources, MemoryKey::run, (k, ops, at) -> board.applyOps(k, ops)),
                feed(
                    Topics.TIMELINES,
                    sources,
                    MemoryKey::run,
                    (key, timeline, at) -> board.applyTimeline(key, timeline)),
                feed(
                    Topics.PLANS, sources, PlanKey::run, (k, plan, at) -> board.applyPlan(k, plan)),
                feed(Topics.ALERTS, sources, AlertKey::run, (k, a, at) -> board.applyAlert(k, a)),
                new Feed<>(
                    Topics.REJECTS,
                    (source, reject, at) -> {
                      if (sources.test(source)) {
                        board.countReject(source, reject);
                      }
                    }))
            .collect(Collectors.toMap(feed -> feed.topic().name(), Function.identity()));
    this.clock = clock;
    this.shown = shown;
    feeds.keySet().forEach(board::reads);
  }

  /** A feed of the records of these sources. */
  private static <K, V> Feed<K, V> feed(
      Topic<K, V> topic,
      Predicate<String> sources,
      Function<K, RunId> run,
      Feed.Change<K, V> change) {
    return new Feed<>(
        topic,
        (key, value, arrivedMillis) -> {
          if (sources.test(run.apply(key).source())) {
            change.apply(key, value, arrivedMillis);
          }
        });
  }

  /** The newest published board; returns at once, for any thread. */
  public PublishedBoard published() {
    return published;
  }

  /** Progress of the reading, and whether there is more; returns at once, for any thread. */
  public Work work() {
    return work;
  }

  /**
   * Goes to the beginning of every partition.
   *
   * @throws org.apache.kafka.common.errors.TimeoutException when the broker or a topic is missing;
   *     may be tried again
   */
  @Override
  public void begin() {
    List<TopicPartition> all = Clients.partitions(consumer, TOPICS);
    consumer.assign(all);
    Map<TopicPartition, Long> beginnings = consumer.beginningOffsets(all);
    endsAtStart = Map.copyOf(consumer.endOffsets(all));
    partitions = all;
    beginnings.forEach((partition, from) -> consumer.seek(partition, start(partition, from)));
  }

  /** The partitions that it reads; empty until it has begun. Any thread may call it. */
  public List<TopicPartition> partitions() {
    return partitions;
  }

  /** Old rejects are skipped: they are only counted, and many of them must not delay the board. */
  private long start(TopicPartition partition, long beginning) {
    long end = endsAtStart.getOrDefault(partition, beginning);
    return partition.topic().equals(Topics.REJECTS.name())
        ? Math.max(beginning, end - MOST_OLD_REJECTS)
        : beginning;
  }

  private void usage(MemoryKey key, @Nullable MemoryUsage usage, long arrivedMillis) {
    boolean newer = board.applyUsage(key, usage, arrivedMillis);
    if (newer && ready && usage != null && usage.timeMillis() >= readyMillis) {
      shown.accept(usage.timeMillis());
    }
  }

  /** Polls once, and publishes a new board if one is due. */
  @Override
  public void advance() {
    if (handover != null && topicsRead) {
      advance(handover);
      return;
    }
    ConsumerRecords<byte[], byte[]> records = consumer.poll(untilNextStep());
    long nowMillis = clock.millis();
    for (ConsumerRecord<byte[], byte[]> record : records) {
      apply(record, nowMillis);
    }
    Map<TopicPartition, Long> positions = new HashMap<>();
    partitions.forEach(partition -> positions.put(partition, consumer.position(partition)));
    work = work(positions);
    changed |= !records.isEmpty() || !positions.equals(published.positions());
    topicsRead |= new PublishedBoard(published.snapshot(), positions).reached(endsAtStart);
    publish(positions, topicsRead && handover == null);
  }

  private void advance(Handover from) {
    // Read first, so that all records published before it are taken below.
    boolean caughtUp = from.caughtUp();
    List<Published<?, ?>> records = from.take(untilNextStep());
    long nowMillis = clock.millis();
    for (Published<?, ?> record : records) {
      feed(record.topic().name()).apply(record, arrivedMillis(record.timeMillis(), nowMillis));
    }
    handedOver += records.size();
    work = new Work(handedOver, from.behind());
    changed |= !records.isEmpty();
    publish(published.positions(), caughtUp);
  }

  /** Publishes a new board if due, and at once when the reader has just caught up. */
  private void publish(Map<TopicPartition, Long> positions, boolean caughtUp) {
    boolean first = caughtUp && !ready;
    ready |= caughtUp;
    readyMillis = first ? clock.millis() : readyMillis;
    if (first || (changed && untilPublish() == 0)) {
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
        partitions.stream().anyMatch(partition -> consumer.currentLag(partition).orElse(0) > 0));
  }

  private Duration untilNextStep() {
    if (changed) {
      return Duration.ofMillis(untilPublish());
    }
    return ready ? QUIET_POLL : Duration.ofMillis(PUBLISH_MILLIS);
  }

  private long untilPublish() {
    long sinceMillis = clock.millis() - publishedMillis;
    // A clock set back must not delay the board.
    long everyMillis = PUBLISH_MILLIS + board.entries() / ENTRIES_PER_MILLI;
    return sinceMillis < 0 ? 0 : Math.max(0, everyMillis - sinceMillis);
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
    change.accept(arrivedMillis(record.timestamp(), nowMillis));
  }

  /**
   * Until ready, a record counts as arrived when it was written; otherwise old spikes would
   * reappear.
   */
  private long arrivedMillis(long writtenMillis, long nowMillis) {
    return ready || writtenMillis < 0 ? nowMillis : Math.min(nowMillis, writtenMillis);
  }

  private Feed<?, ?> feed(String topic) {
    return Objects.requireNonNull(feeds.get(topic), topic);
  }
}
