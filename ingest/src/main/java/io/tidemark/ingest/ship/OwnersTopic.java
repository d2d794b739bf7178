package io.tidemark.ingest.ship;

import io.tidemark.ingest.own.OwnersLog;
import io.tidemark.model.TerminalText;
import io.tidemark.model.log.OwnerRecord;
import io.tidemark.model.log.OwnerRecord.Claim;
import io.tidemark.model.log.TailerProcess;
import io.tidemark.model.wire.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads and writes {@code tidemark.owners}, and reads positions alongside. */
public final class OwnersTopic implements OwnersLog, AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(OwnersTopic.class);

  /** The tailer's thread must not wait longer, or its own heartbeats are missed. */
  private static final Duration STEP = Duration.ofSeconds(2);

  private static final Duration GOODBYE = Duration.ofMillis(100);

  private final Consumer<byte[], byte[]> consumer;
  private final KafkaOutlet outlet;
  private final Supplier<Consumer<byte[], byte[]>> another;
  private final OwnerDecoder decoder = new OwnerDecoder();
  private final TopicPartition partition = new TopicPartition(Topics.OWNERS.name(), 0);
  private @Nullable PositionsReading reading;

  OwnersTopic(
      Consumer<byte[], byte[]> consumer,
      KafkaOutlet outlet,
      Supplier<Consumer<byte[], byte[]>> another) {
    this.consumer = consumer;
    this.outlet = outlet;
    this.another = another;
  }

  /**
   * Opens a consumer; records are written through the outlet.
   *
   * @throws io.tidemark.model.Refusal when a client property is wrong
   */
  public static OwnersTopic open(Map<String, Object> kafka, KafkaOutlet outlet) {
    return new OwnersTopic(ClientConfig.consumer(kafka), outlet, () -> ClientConfig.reader(kafka));
  }

  /**
   * Reads all records so far, then all positions. So the owner of every later slice is known. A
   * separate consumer reads both, since it does not wait at the end of a topic.
   *
   * @throws IllegalStateException when no broker answers within 15 s, or a topic is missing
   */
  public StoredCheckpoints.Read readAll(Map<String, Object> kafka, OwnersLog.Reader reader) {
    Consumer<byte[], byte[]> reading = another.get();
    try {
      return ClientConfig.asking(kafka, () -> readAll(reading, reader));
    } finally {
      reading.close(CloseOptions.timeout(GOODBYE));
    }
  }

  private StoredCheckpoints.Read readAll(
      Consumer<byte[], byte[]> reading, OwnersLog.Reader reader) {
    WholeTopic.read(
        reading,
        Topics.OWNERS.name(),
        StoredCheckpoints.PATIENCE,
        next -> decoder.apply(next, reader));
    consumer.assign(List.of(partition));
    consumer.seek(partition, reading.position(partition, StoredCheckpoints.PATIENCE));
    return StoredCheckpoints.read(reading, StoredCheckpoints.PATIENCE);
  }

  /**
   * The positions as they are now, or later. A separate consumer reads them in steps of two
   * seconds, since the owners must be read between the steps.
   *
   * @return empty when more are to be read, or no broker answers: call again
   */
  public Optional<StoredCheckpoints.Read> positionsAgain() {
    PositionsReading now = reading;
    if (now == null) {
      now = new PositionsReading(another.get());
      reading = now;
    }
    try {
      if (!now.topic.step(STEP, now.decoder::apply)) {
        return Optional.empty();
      }
      closeReading();
      return Optional.of(now.decoder.read());
    } catch (TimeoutException away) {
      LOG.debug("positions cannot be read yet", away);
      return Optional.empty();
    }
  }

  private void closeReading() {
    if (reading != null) {
      reading.consumer.close(CloseOptions.timeout(GOODBYE));
      reading = null;
    }
  }

  @Override
  public void poll(Duration patience, OwnersLog.Reader reader) {
    for (ConsumerRecord<byte[], byte[]> next : consumer.poll(patience)) {
      decoder.apply(next, reader);
    }
  }

  @Override
  public boolean write(String key, @Nullable OwnerRecord record) {
    return outlet.offer(key, record);
  }

  /** Number of records that were skipped as invalid. */
  public long refused() {
    return decoder.refused();
  }

  @Override
  public void close() {
    closeReading();
    consumer.close(CloseOptions.timeout(GOODBYE));
  }

  /** A reading of all positions in steps, so that the tailer's heartbeats continue between them. */
  private static final class PositionsReading {
    private final Consumer<byte[], byte[]> consumer;
    private final WholeTopic topic;
    private final StoredCheckpoints decoder = new StoredCheckpoints();

    PositionsReading(Consumer<byte[], byte[]> consumer) {
      this.consumer = consumer;
      this.topic = new WholeTopic(consumer, Topics.POSITIONS.name());
    }
  }

  /**
   * Decodes records of {@code tidemark.owners}. Writers of that topic are not trusted: an invalid
   * record is counted, logged and skipped.
   */
  private static final class OwnerDecoder {

    private static final Logger LOG = LoggerFactory.getLogger(OwnerDecoder.class);

    private static final int MAX_BYTES = 8 * 1024;
    private static final int MAX_CHARS = 512;
    private static final long MAX_EPOCH = Long.MAX_VALUE / 2;

    /** Each is logged up to this number; all are counted. */
    private static final int MOST_LOGGED = 10;

    private final AtomicLong refused = new AtomicLong();

    void apply(ConsumerRecord<byte[], byte[]> next, OwnersLog.Reader reader) {
      byte[] bytes = next.key();
      String key = bytes == null ? "" : new String(bytes, StandardCharsets.UTF_8);
      if (next.value() == null) {
        reader.onTombstone(key);
        return;
      }
      Optional<OwnerRecord> record = decoded(key, next);
      if (record.isPresent()) {
        reader.onRecord(key, record.get());
        return;
      }
      if (refused.incrementAndGet() <= MOST_LOGGED) {
        LOG.warn(
            "tidemark.owners: record {} of key '{}' is passed over: no tailer writes such",
            next.offset(),
            TerminalText.of(key.substring(0, Math.min(key.length(), 120))));
      }
      reader.onRefused(key);
    }

    private static Optional<OwnerRecord> decoded(String key, ConsumerRecord<byte[], byte[]> next) {
      if (key.isBlank() || key.length() > MAX_CHARS || next.value().length > MAX_BYTES) {
        return Optional.empty();
      }
      try {
        return Optional.ofNullable(
                Topics.OWNERS
                    .value()
                    .deserializer()
                    .deserialize(next.topic(), next.headers(), next.value()))
            .filter(record -> isSound(key, record));
      } catch (RuntimeException notOurs) {
        LOG.debug("tidemark.owners: record {} cannot be read", next.offset(), notOurs);
        return Optional.empty();
      }
    }

    private static boolean isSound(String key, OwnerRecord record) {
      boolean ofTailer = key.startsWith(OwnerRecord.TAILER_KEY);
      return record instanceof Claim claim ? !ofTailer && isSound(claim) : ofTailer;
    }

    private static boolean isSound(Claim claim) {
      TailerProcess tailer = claim.tailer();
      return claim.epoch() > 0
          && claim.epoch() < MAX_EPOCH
          && isName(tailer.id())
          && isName(tailer.host());
    }

    private static boolean isName(String text) {
      return !text.isBlank() && text.length() <= MAX_CHARS;
    }

    long refused() {
      return refused.get();
    }
  }
}
