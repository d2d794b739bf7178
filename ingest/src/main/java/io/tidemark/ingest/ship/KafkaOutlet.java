package io.tidemark.ingest.ship;

import io.micrometer.core.instrument.binder.kafka.KafkaClientMetrics;
import io.tidemark.model.ByteSize;
import io.tidemark.model.log.OwnerRecord;
import io.tidemark.model.log.Position;
import io.tidemark.model.log.Slice;
import io.tidemark.model.log.SliceOrigin;
import io.tidemark.model.log.SourceLabels;
import io.tidemark.model.wire.Topic;
import io.tidemark.model.wire.Topics;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The outlet to Kafka. The producer's thread only queues acknowledgements; {@link #settle} handles
 * them in the tailer's thread. The limit of bytes in flight slows the reading down.
 *
 * <p>A producer forgets its topics when all brokers are away. It then accepts no record, and
 * returns a timeout after {@code max.block.ms}. Such records wait here, in order:
 * docs/decisions/ingest.md.
 */
public final class KafkaOutlet implements Outlet, AutoCloseable {

  /**
   * Far below the producer's buffer, so that a send never waits for memory. A larger value is no
   * faster with a near broker; over a link of 100 ms this one allows 40 MiB/s.
   */
  private static final long MAX_IN_FLIGHT_BYTES = 4 * ByteSize.MIB;

  /** Reading resumes at this number of bytes, while the broker is still busy. */
  private static final long ENOUGH_ROOM_BYTES = MAX_IN_FLIGHT_BYTES / 2;

  private static final Logger LOG = LoggerFactory.getLogger(KafkaOutlet.class);

  private final Producer<byte[], byte[]> producer;
  private final SliceOrigin origin;
  private final Queue<Runnable> acknowledged = new ConcurrentLinkedQueue<>();
  private final InFlight inFlight = new InFlight(ENOUGH_ROOM_BYTES);
  private final AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
  private final Deque<Unsent> unsent = new ArrayDeque<>();

  /**
   * Uses an idempotent producer, and closes it.
   *
   * @param origin the host and the labels of every slice
   */
  public KafkaOutlet(Producer<byte[], byte[]> producer, SliceOrigin origin) {
    this.producer = producer;
    this.origin = origin;
  }

  /**
   * Opens an idempotent producer.
   *
   * @param origin the host and the labels of every slice
   * @throws io.tidemark.model.Refusal when a client property is wrong
   */
  public static KafkaOutlet open(Map<String, Object> kafka, SliceOrigin origin) {
    ClientConfig.check(kafka);
    try {
      return new KafkaOutlet(
          new KafkaProducer<>(
              ClientConfig.producerOf(kafka), new ByteArraySerializer(), new ByteArraySerializer()),
          origin);
    } catch (KafkaException e) {
      throw ClientConfig.refusalIn(e);
    }
  }

  /** The producer's own meters; the caller binds and closes them. */
  public KafkaClientMetrics meters() {
    return new KafkaClientMetrics(producer);
  }

  @Override
  public boolean hasRoom() {
    return unsent.isEmpty() && inFlight.bytes() < MAX_IN_FLIGHT_BYTES;
  }

  @Override
  public void send(String source, Slice slice, Runnable done) {
    SliceOrigin read = slice.origin();
    Map<String, String> labels = SourceLabels.joined(origin.labels(), read.labels());
    SliceOrigin whole = read.on(origin.host(), labels);
    // The callback must not hold the slice: its bytes would stay in memory until acknowledged.
    send(Topics.LINES, source, slice.from(whole), done);
  }

  @Override
  public void keep(String generation, Position position, Runnable done) {
    send(Topics.POSITIONS, generation, position, done);
  }

  @Override
  public void forget(String source, String generation) {
    send(Topics.POSITIONS, generation, null, () -> {});
  }

  private <V> void send(Topic<String, V> topic, String key, @Nullable V value, Runnable done) {
    ProducerRecord<byte[], byte[]> record = record(topic, key, value);
    Sending sending = new Sending(record, done);
    inFlight.add(sending.bytes());
    if (!unsent.isEmpty() || !sending.taken(record)) {
      unsent.add(new Unsent(record, sending));
    }
  }

  /**
   * Sends a record of {@code tidemark.owners}, ahead of the records that wait here.
   *
   * @return whether the producer accepted it
   */
  @SuppressWarnings("FutureReturnValueIgnored") // the callback receives a failure, too
  boolean offer(String key, @Nullable OwnerRecord value) {
    check();
    Thread sender = Thread.currentThread();
    AtomicBoolean refused = new AtomicBoolean();
    producer.send(
        record(Topics.OWNERS, key, value),
        (metadata, e) -> {
          if (e instanceof TimeoutException && Thread.currentThread() == sender) {
            refused.set(true);
          } else if (e != null) {
            failure.compareAndSet(null, e);
          }
        });
    return !refused.get();
  }

  /** Creates a record as its topic declares it; a {@code null} value is a tombstone. */
  private static <V> ProducerRecord<byte[], byte[]> record(
      Topic<String, V> topic, String key, @Nullable V value) {
    Headers headers = new RecordHeaders();
    byte[] bytes =
        value == null ? null : topic.value().serializer().serialize(topic.name(), headers, value);
    byte[] keyBytes = topic.key().serializer().serialize(topic.name(), headers, key);
    return new ProducerRecord<>(topic.name(), null, null, keyBytes, bytes, headers);
  }

  private record Unsent(ProducerRecord<byte[], byte[]> record, Sending sending) {

    boolean taken() {
      return sending.taken(record);
    }
  }

  private void sendAgain() {
    boolean away = !unsent.isEmpty();
    while (!unsent.isEmpty() && unsent.element().taken()) {
      unsent.remove();
    }
    if (away && unsent.isEmpty()) {
      LOG.warn("Kafka takes records again");
    }
  }

  /** Does not reference its record: once accepted, the producer holds the bytes. */
  private final class Sending implements Callback {
    private final int bytes;
    private final Runnable done;
    private @Nullable Thread sender;
    private boolean toBeSentAgain;

    Sending(ProducerRecord<byte[], byte[]> record, Runnable done) {
      this.bytes = record.value() == null ? 1 : record.value().length;
      this.done = done;
    }

    int bytes() {
      return bytes;
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the callback receives a failure, too
    boolean taken(ProducerRecord<byte[], byte[]> record) {
      sender = Thread.currentThread();
      toBeSentAgain = false;
      producer.send(record, this);
      return !toBeSentAgain;
    }

    @Override
    public void onCompletion(RecordMetadata metadata, @Nullable Exception e) {
      if (e instanceof TimeoutException && Thread.currentThread() == sender) {
        toBeSentAgain = true;
        if (unsent.isEmpty()) {
          LOG.warn("Kafka takes no records, reading waits for it: {}", e.getMessage());
        }
        return;
      }
      if (e == null) {
        acknowledged.add(done);
      } else {
        failure.compareAndSet(null, e);
      }
      inFlight.remove(bytes());
    }
  }

  @Override
  public int settle() {
    sendAgain();
    int settled = 0;
    for (Runnable done = acknowledged.poll(); done != null; done = acknowledged.poll()) {
      done.run();
      settled++;
    }
    check();
    return settled;
  }

  private void check() {
    Exception failed = failure.get();
    if (failed != null) {
      throw new IllegalStateException("Kafka took no more: " + failed.getMessage(), failed);
    }
  }

  @Override
  public boolean idle() {
    return unsent.isEmpty() && inFlight.bytes() == 0 && acknowledged.isEmpty();
  }

  /** Waits until at most half of the limit is in flight, no longer than {@code patience}. */
  public void awaitRoom(Duration patience) throws InterruptedException {
    inFlight.await(ENOUGH_ROOM_BYTES, patience);
  }

  /** Waits until nothing is in flight, no longer than {@code patience}. */
  public void awaitAcknowledgements(Duration patience) throws InterruptedException {
    inFlight.await(0, patience);
  }

  /** Waits at most {@code patience} for records in flight, then abandons them. */
  public void close(Duration patience) {
    producer.close(patience);
  }

  @Override
  public void close() {
    close(Duration.ZERO);
  }
}
