package io.tidemark.ingest.ship;

import io.tidemark.model.Position;
import io.tidemark.model.Refusal;
import io.tidemark.model.wire.Topics;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Reads what earlier tailers stored in {@code tidemark.positions}. Records that no tailer writes
 * are passed over, see {@link RefusedCheckpoint}.
 */
public final class StoredCheckpoints {

  static final Duration PATIENCE = Duration.ofSeconds(15);

  private StoredCheckpoints() {}

  /**
   * What the topic holds.
   *
   * @param known positions by generation, the one written last coming last
   * @param refused records that were passed over
   */
  public record Read(Map<String, Position> known, List<Refused> refused) {
    public Read {
      // The order counts.
      known = Collections.unmodifiableMap(new LinkedHashMap<>(known));
      refused = List.copyOf(refused);
    }
  }

  /**
   * A record that was passed over.
   *
   * @param key printable, cut to a line's length
   */
  public record Refused(String key, RefusedCheckpoint reason, long recordOffset) {}

  /** Reads them all, within so long. */
  static Read read(Map<String, Object> kafka, Duration patience) {
    try (Consumer<byte[], byte[]> consumer = consumer(kafka)) {
      return asking(kafka, () -> read(consumer, patience));
    }
  }

  /**
   * Opens a consumer of what tailers keep.
   *
   * @throws Refusal when a client property is wrong
   */
  static Consumer<byte[], byte[]> consumer(Map<String, Object> kafka) {
    return open(kafka, ClientConfig.consumer(kafka));
  }

  /**
   * Opens a consumer that reads topics to their end and no further.
   *
   * @throws Refusal when a client property is wrong
   */
  static Consumer<byte[], byte[]> reader(Map<String, Object> kafka) {
    return open(kafka, ClientConfig.reader(kafka));
  }

  private static Consumer<byte[], byte[]> open(
      Map<String, Object> kafka, Map<String, Object> properties) {
    ClientConfig.check(kafka);
    try {
      return new KafkaConsumer<>(
          properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    } catch (KafkaException e) {
      throw refusalIn(e);
    }
  }

  /**
   * Answers what is asked of the broker.
   *
   * @throws IllegalStateException when it does not answer in time
   */
  static <T> T asking(Map<String, Object> kafka, Supplier<T> question) {
    try {
      return question.get();
    } catch (TimeoutException e) {
      throw new IllegalStateException(
          "no Kafka broker answered in time at %s=%s"
              .formatted(ClientConfig.SERVERS, kafka.get(ClientConfig.SERVERS)),
          e);
    } catch (KafkaException e) {
      throw refusalIn(e);
    }
  }

  static Read read(Consumer<byte[], byte[]> consumer, Duration patience) {
    WholeTopic.partitions(consumer, Topics.LINES.name(), patience);
    CheckpointDecoder decoder = new CheckpointDecoder();
    WholeTopic.read(consumer, Topics.POSITIONS.name(), patience, decoder::apply);
    return decoder.read();
  }

  /** The client wraps a wrong property; to the user it is the property that counts. */
  static RuntimeException refusalIn(KafkaException e) {
    Throwable cause = e instanceof ConfigException ? e : e.getCause();
    if (cause instanceof ConfigException) {
      Refusal refusal = new Refusal(String.valueOf(cause.getMessage()));
      refusal.initCause(e);
      return refusal;
    }
    return e;
  }
}
