package io.tidemark.ingest.ship;

import io.tidemark.model.Refusal;
import io.tidemark.model.log.Position;
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
 * Reads the positions that earlier tailers stored in {@code tidemark.positions}. Invalid records
 * are skipped, see {@link Reason}.
 */
public final class StoredCheckpoints {

  static final Duration PATIENCE = Duration.ofSeconds(15);

  private StoredCheckpoints() {}

  /**
   * The content of the topic.
   *
   * @param known positions by generation, the one written last coming last
   * @param refused skipped records
   */
  public record Read(Map<String, Position> known, List<Refused> refused) {
    public Read {
      // The order is significant.
      known = Collections.unmodifiableMap(new LinkedHashMap<>(known));
      refused = List.copyOf(refused);
    }
  }

  /**
   * A skipped record.
   *
   * @param key printable, cut to the length of a line
   */
  public record Refused(String key, Reason reason, long recordOffset) {}

  /** The reason why a record is skipped. */
  public enum Reason {
    /** Larger than any position that a tailer writes. */
    TOO_LARGE,
    /** Not JSON, or of another version. */
    UNREADABLE,
    /** A field is absent, or has a value that no tailer writes. */
    FIELD,
    /** Its URI is not an absolute file path. */
    PATH
  }

  /**
   * Opens a consumer of the topics that tailers write.
   *
   * @throws Refusal when a client property is wrong
   */
  static Consumer<byte[], byte[]> consumer(Map<String, Object> kafka) {
    return open(kafka, ClientConfig.consumer(kafka));
  }

  /**
   * Opens a consumer that reads topics only to their present end.
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
   * Returns the broker's answer.
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

  /** Reads all positions, within {@code patience}. */
  static Read read(Consumer<byte[], byte[]> consumer, Duration patience) {
    WholeTopic.partitions(consumer, Topics.LINES.name(), patience);
    CheckpointDecoder decoder = new CheckpointDecoder();
    WholeTopic.read(consumer, Topics.POSITIONS.name(), patience, decoder::apply);
    return decoder.read();
  }

  /** Unwraps a wrong property from the client's exception, since the user needs that reason. */
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
