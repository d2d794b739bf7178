package io.tidemark.sink.live;

import io.tidemark.model.event.EventBatch;
import io.tidemark.model.event.MemoryEvent;
import io.tidemark.model.log.RunId;
import io.tidemark.model.log.Slice;
import io.tidemark.model.run.RunStatus;
import io.tidemark.model.wire.Topics;
import io.tidemark.sink.board.BoardSnapshot;
import io.tidemark.sink.history.HistoryWriter;
import io.tidemark.sink.history.Series;
import io.tidemark.sink.read.Clients;
import io.tidemark.sink.read.ConsumerThread;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends the events of {@code tidemark.events}, each sample at its own time. The topic is the queue:
 * while the receiver is away nothing is read, and events wait as long as the topic keeps them.
 *
 * <p>Two positions are stored per partition, as the offset of a group and its metadata: the start
 * of the oldest open run, and the end of the sent events. A start reads from the first position to
 * rebuild the open runs, and sends from the second on. One thread runs it.
 */
public final class LiveHistory implements ConsumerThread.Task {

  private static final Logger LOG = LoggerFactory.getLogger(LiveHistory.class);
  private static final Duration POLL = Duration.ofMillis(200);

  /** How long the newest sample of a series waits for another of the same millisecond. */
  private static final long SETTLE_MILLIS = 1_000;

  private final Consumer<byte[], byte[]> consumer;
  private final Supplier<BoardSnapshot> snapshots;
  private final Predicate<String> sources;
  private final HistoryWriter out;
  private final Clock clock;
  private final OpenRunSamples runs;
  private final Map<TopicPartition, Long> sent = new HashMap<>();
  private final Set<TopicPartition> again = new HashSet<>();
  private final AtomicLong unreadable = new AtomicLong();
  private List<TopicPartition> partitions = List.of();

  /**
   * Whether samples are written: not while events are read again that were sent before a restart.
   */
  private boolean open;

  private long settledMillis;

  public LiveHistory(
      Consumer<byte[], byte[]> consumer,
      Supplier<BoardSnapshot> snapshots,
      HistoryWriter out,
      Clock clock,
      Predicate<String> sources) {
    this.sources = sources;
    this.consumer = consumer;
    this.snapshots = snapshots;
    this.out = out;
    this.clock = clock;
    int mostSeries = OpenRunSamples.mostSeries(Runtime.getRuntime().maxMemory());
    this.runs = new OpenRunSamples(this::writeIfOpen, this::host, mostSeries);
  }

  private @Nullable String host(RunId run) {
    RunStatus status = snapshots.get().board().runs().get(run);
    return status == null ? null : status.source().host();
  }

  /**
   * Goes to the start of the oldest open run.
   *
   * @throws org.apache.kafka.common.errors.TimeoutException when the broker or the topic is
   *     missing; may be tried again
   */
  @Override
  public void begin() {
    partitions = Clients.partitions(consumer, List.of(Topics.EVENTS));
    consumer.assign(partitions);
    Map<TopicPartition, Long> beginnings = consumer.beginningOffsets(partitions);
    Map<TopicPartition, OffsetAndMetadata> kept = consumer.committed(new HashSet<>(partitions));
    for (TopicPartition partition : partitions) {
      long beginning = beginnings.getOrDefault(partition, 0L);
      OffsetAndMetadata position = kept.get(partition);
      long from = position == null ? beginning : Math.max(beginning, position.offset());
      long upTo = position == null ? 0 : upTo(partition, position);
      if (position != null && upTo < beginning) {
        LOG.warn(
            "{}: events {} to {} were dropped by their topic before they were sent",
            partition,
            upTo,
            beginning);
      }
      sent.put(partition, upTo);
      again.add(partition);
      consumer.seek(partition, from);
    }
  }

  /** Offsets that were reset by hand have no metadata; then everything after them is sent. */
  private static long upTo(TopicPartition partition, OffsetAndMetadata position) {
    try {
      return Long.parseLong(position.metadata());
    } catch (NumberFormatException e) {
      LOG.warn(
          "{}: the end of the sent events is not known; sending from {}",
          partition,
          position.offset());
      return position.offset();
    }
  }

  /** Open runs that were forgotten before their end; any thread may call it. */
  public long forgotten() {
    return runs.forgotten();
  }

  public long unreadable() {
    return unreadable.get();
  }

  /** Polls once; about once a second, sends the newest values and stores the positions. */
  @Override
  public void advance() throws IOException {
    for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
      apply(record);
    }
    long now = clock.millis();
    if (Math.abs(now - settledMillis) >= SETTLE_MILLIS && caughtUp() && snapshots.get().ready()) {
      partitions.forEach(this::resume);
      open = true;
      runs.settle(snapshots.get().board(), now);
      out.finish();
      keep();
      settledMillis = now;
    }
  }

  private void apply(ConsumerRecord<byte[], byte[]> record) throws IOException {
    TopicPartition partition = new TopicPartition(record.topic(), record.partition());
    RunId run;
    EventBatch batch;
    try {
      run =
          Topics.EVENTS
              .key()
              .deserializer()
              .deserialize(record.topic(), Objects.requireNonNull(record.key(), "no key"));
      batch = batch(record);
    } catch (RuntimeException e) {
      if (unreadable.getAndIncrement() == 0) {
        LOG.warn(
            "{} at {}: cannot read the events; they and others like them are counted and skipped",
            partition,
            record.offset(),
            e);
      }
      return;
    }
    if (!sources.test(run.source())) {
      return;
    }
    boolean known = record.offset() < sent.getOrDefault(partition, 0L);
    if (!known) {
      resume(partition);
    }
    open = !known;
    runs.apply(run, batch.events(), partition, record.offset(), clock.millis());
  }

  /** The batch of a record, whose times are checked to be acceptable for a receiver. */
  private EventBatch batch(ConsumerRecord<byte[], byte[]> record) {
    @Nullable EventBatch batch =
        Topics.EVENTS
            .value()
            .deserializer()
            .deserialize(record.topic(), record.headers(), record.value());
    if (batch == null) {
      throw new IllegalArgumentException("no events");
    }
    for (MemoryEvent event : batch.events()) {
      if (event.timeMillis() < 0 || event.timeMillis() > Slice.MAX_MILLIS) {
        throw new IllegalArgumentException(
            "event at %d ms: want 0 to %d".formatted(event.timeMillis(), Slice.MAX_MILLIS));
      }
    }
    return batch;
  }

  /**
   * Marks events read again as sent: positions are stored only after all newest values were sent.
   */
  private void resume(TopicPartition partition) {
    if (again.remove(partition)) {
      runs.resume(partition);
    }
  }

  /**
   * Whether all events sent before were read; until then, a millisecond's value may be incomplete.
   */
  private boolean caughtUp() {
    return sent.entrySet().stream()
        .allMatch(partition -> consumer.position(partition.getKey()) >= partition.getValue());
  }

  private void keep() {
    Map<TopicPartition, OffsetAndMetadata> positions = new HashMap<>();
    for (TopicPartition partition : partitions) {
      long end = consumer.position(partition);
      sent.put(partition, end);
      positions.put(
          partition, new OffsetAndMetadata(runs.needed(partition, end), Long.toString(end)));
    }
    consumer.commitSync(positions);
  }

  private void writeIfOpen(Series series, long millis, double value) throws IOException {
    if (open) {
      out.write(series, millis, value);
    }
  }
}
