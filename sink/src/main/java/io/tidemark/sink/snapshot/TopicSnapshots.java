package io.tidemark.sink.snapshot;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidemark.model.event.EventBatch;
import io.tidemark.model.event.MemoryEvent;
import io.tidemark.model.event.MemoryView;
import io.tidemark.model.log.RunId;
import io.tidemark.model.wire.Topics;
import io.tidemark.sink.read.Clients;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;

/**
 * Reads ranges of snapshots from {@code tidemark.events}. It starts at a mark of an earlier reading
 * before the range, else at the topic's beginning, and stops at the end of the range. A reading
 * also ends at its {@link Bounds} and when this is closed; its answer is then marked as partial.
 */
public final class TopicSnapshots implements Snapshots, AutoCloseable {

  private static final Duration POLL = Duration.ofMillis(200);

  /** A request to Kafka gets at least this time, even at the end of a reading. */
  private static final long LEAST_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  private static final String DROPPED =
      "the topic has dropped the beginning of the run: numbers count from there";

  /**
   * Limits of the reading of one range.
   *
   * @param bytes size of records read, including those of other runs
   */
  public record Bounds(Duration time, long bytes) {
    public static final Bounds DEFAULT = new Bounds(Duration.ofSeconds(5), 256L << 20);
  }

  private final Supplier<Consumer<byte[], byte[]>> open;
  private final Bounds bounds;
  private final LongSupplier nanos;
  private final Marks marks = new Marks();
  private volatile @Nullable Consumer<byte[], byte[]> consumer;
  private volatile boolean closed;

  /** Opens a consumer at the first request. */
  public TopicSnapshots(
      Supplier<Consumer<byte[], byte[]>> open, Bounds bounds, LongSupplier nanos) {
    this.open = open;
    this.bounds = bounds;
    this.nanos = nanos;
  }

  @Override
  public synchronized SnapshotRows read(SnapshotRange range) {
    SnapshotRows rows = new SnapshotRows(range.axis(), range.most());
    if (closed) {
      rows.partial("the server stops");
      return rows;
    }
    try {
      new Reading(opened(), range, rows).run();
    } catch (WakeupException | InterruptException e) {
      rows.partial("the server stops");
    } catch (RetriableException e) {
      rows.partial("Kafka does not answer: " + e.getMessage());
    }
    return rows;
  }

  private Consumer<byte[], byte[]> opened() {
    Consumer<byte[], byte[]> known = consumer;
    if (known == null) {
      known = open.get();
      consumer = known;
    }
    return known;
  }

  @Override
  public void close() {
    closed = true;
    Consumer<byte[], byte[]> reading = consumer;
    if (reading != null) {
      reading.wakeup();
    }
    synchronized (this) {
      Consumer<byte[], byte[]> known = consumer;
      if (known != null) {
        known.close();
      }
    }
  }

  private final class Reading {

    private final Consumer<byte[], byte[]> from;
    private final SnapshotRange range;
    private final SnapshotRows rows;
    private final RunId run;
    private final byte[] key;
    private final long deadlineNanos;
    private Marks.Origin origin = Marks.Origin.RUN;
    private long next;
    private long lastMillis;
    private long bytes;
    private boolean over;

    /** Whether no record of the run was read yet and the topic has dropped records. */
    private boolean beginningUnknown;

    Reading(Consumer<byte[], byte[]> from, SnapshotRange range, SnapshotRows rows) {
      this.from = from;
      this.range = range;
      this.rows = rows;
      this.run = range.memory().run();
      this.key = run.toString().getBytes(UTF_8);
      this.deadlineNanos = nanos.getAsLong() + bounds.time().toNanos();
    }

    void run() {
      List<TopicPartition> all = Clients.partitions(from, List.of(Topics.EVENTS), left());
      TopicPartition partition = all.get(Utils.toPositive(Utils.murmur2(key)) % all.size());
      List<TopicPartition> one = List.of(partition);
      from.assign(one);
      long beginning = from.beginningOffsets(one, left()).getOrDefault(partition, 0L);
      long end = from.endOffsets(one, left()).getOrDefault(partition, 0L);
      Marks.Mark mark = marks.before(range, beginning);
      next = mark.n();
      origin = mark.origin();
      lastMillis = mark.timeMillis();
      beginningUnknown = next == 0 && beginning > 0;
      if (origin == Marks.Origin.TOPIC) {
        rows.lost(DROPPED);
      }
      from.seek(partition, mark.offset());
      while (!over && from.position(partition, left()) < end) {
        if (bytes >= bounds.bytes() || nanos.getAsLong() - deadlineNanos >= 0) {
          rows.partial("read up to snapshot %d: a reading is bounded".formatted(next));
          long position = from.position(partition, left());
          marks.addEnd(range.memory(), new Marks.Mark(position, next, lastMillis, origin));
          return;
        }
        from.poll(POLL).records(partition).forEach(this::add);
      }
      if (!over) {
        rows.end(next);
      }
    }

    private Duration left() {
      return Duration.ofNanos(Math.max(LEAST_NANOS, deadlineNanos - nanos.getAsLong()));
    }

    private void add(ConsumerRecord<byte[], byte[]> record) {
      bytes += record.serializedValueSize();
      if (over || record.value() == null || !Arrays.equals(record.key(), key)) {
        return;
      }
      try {
        apply(
            record,
            Topics.EVENTS
                .value()
                .deserializer()
                .deserialize(record.topic(), record.headers(), record.value()));
      } catch (SerializationException e) {
        rows.lost("a record of the topic could not be read");
      }
    }

    private void apply(ConsumerRecord<byte[], byte[]> record, EventBatch batch) {
      if (beginningUnknown
          && !(batch.events().stream().findFirst().orElse(null)
              instanceof MemoryEvent.RunStarted)) {
        origin = Marks.Origin.TOPIC;
        rows.lost(DROPPED);
      }
      beginningUnknown = false;
      boolean marked = false;
      for (MemoryEvent event : batch.events()) {
        if (event instanceof MemoryEvent.Snapshot snapshot
            && snapshot.device().equals(range.memory().device())) {
          if (!marked) {
            marks.add(range.memory(), new Marks.Mark(record.offset(), next, lastMillis, origin));
            marked = true;
          }
          snapshot.memories().forEach(view -> add(snapshot, view));
        }
      }
    }

    private void add(MemoryEvent.Snapshot snapshot, MemoryView view) {
      if (!view.memory().equals(range.memory().memory())) {
        return;
      }
      SnapshotPoint point = SnapshotPoint.of(next, snapshot, view);
      next++;
      lastMillis = Math.max(lastMillis, point.timeMillis());
      long position = range.axis().position(point);
      over |= position >= range.until();
      if (!over && position >= range.from()) {
        rows.marks().add(point.n(), snapshot);
        rows.add(point);
      } else {
        rows.marks().pass(snapshot);
      }
    }
  }
}
