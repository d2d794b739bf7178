package io.tidemark.ingest.ship;

import io.tidemark.model.Position;
import io.tidemark.model.Refusal;
import io.tidemark.model.wire.Topics;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads what earlier tailers stored in {@code tidemark.positions}. Records that no tailer writes
 * are passed over, see {@link RefusedCheckpoint}.
 */
public final class StoredCheckpoints {

  private static final Logger LOG = LoggerFactory.getLogger(StoredCheckpoints.class);

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

  /**
   * Reads them all; empty when no broker answers in time.
   *
   * @throws Refusal when a client property is wrong
   * @throws IllegalStateException when a topic is missing
   */
  public static Optional<Read> read(Map<String, Object> kafka, Duration patience) {
    ClientConfig.check(kafka);
    try (Consumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(
            ClientConfig.consumer(kafka),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer())) {
      return Optional.of(read(consumer, patience));
    } catch (TimeoutException e) {
      LOG.debug("no broker answered within {}", patience, e);
      return Optional.empty();
    } catch (KafkaException e) {
      throw refusalIn(e);
    }
  }

  static Read read(Consumer<byte[], byte[]> consumer, Duration patience) {
    partitions(consumer, Topics.LINES.name(), patience);
    List<TopicPartition> partitions = partitions(consumer, Topics.POSITIONS.name(), patience);
    consumer.assign(partitions);
    consumer.seekToBeginning(partitions);
    Map<TopicPartition, Long> ends = consumer.endOffsets(partitions, patience);
    CheckpointDecoder decoder = new CheckpointDecoder();
    long deadlineNanos = System.nanoTime() + patience.toNanos();
    while (ends.entrySet().stream().anyMatch(e -> consumer.position(e.getKey()) < e.getValue())) {
      boolean moved = false;
      for (ConsumerRecord<byte[], byte[]> next : consumer.poll(Duration.ofMillis(100))) {
        moved = true;
        decoder.apply(next);
      }
      if (moved) {
        deadlineNanos = System.nanoTime() + patience.toNanos();
      } else if (System.nanoTime() - deadlineNanos > 0) {
        throw new TimeoutException("reading " + partitions + " stands still");
      }
    }
    return decoder.read();
  }

  private static List<TopicPartition> partitions(
      Consumer<byte[], byte[]> consumer, String topic, Duration patience) {
    List<PartitionInfo> found = consumer.partitionsFor(topic, patience);
    if (found == null || found.isEmpty()) {
      throw new IllegalStateException("topic '" + topic + "' does not exist on the broker");
    }
    return found.stream().map(p -> new TopicPartition(p.topic(), p.partition())).toList();
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
