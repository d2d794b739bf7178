package io.tidemark.app.sources;

import io.tidemark.model.ParkedSource;
import io.tidemark.model.RunId;
import io.tidemark.model.RunStatus;
import io.tidemark.model.wire.Topic;
import io.tidemark.model.wire.Topics;
import io.tidemark.sink.read.Clients;
import io.tidemark.sink.read.Partitions;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads the tables that the streams job publishes about its sources. */
public final class SourceTables implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(SourceTables.class);
  private static final Duration POLL = Duration.ofMillis(200);
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Consumer<byte[], byte[]> consumer;
  private final Map<String, Unreadable> unreadable = new TreeMap<>();

  /** Records of a topic that cannot be read. */
  private record Unreadable(ConsumerRecord<byte[], byte[]> first, long count) {
    String sentence() {
      return "%s: %d %s cannot be read, passed over; the first at offset %d of partition %d"
          .formatted(
              first.topic(),
              count,
              count == 1 ? "record" : "records",
              first.offset(),
              first.partition());
    }
  }

  /**
   * @param kafka client properties
   */
  public SourceTables(Map<String, Object> kafka) {
    this(Clients.consumer(named(kafka)));
  }

  private static Map<String, Object> named(Map<String, Object> kafka) {
    Map<String, Object> properties = new HashMap<>(kafka);
    properties.putIfAbsent("client.id", "tidemark-sources");
    return properties;
  }

  SourceTables(Consumer<byte[], byte[]> consumer) {
    this.consumer = consumer;
  }

  /** A sentence for each topic with unreadable records. */
  public List<String> unreadable() {
    return unreadable.values().stream().map(Unreadable::sentence).toList();
  }

  public Map<RunId, RunStatus> runs() {
    return read(Topics.RUNS);
  }

  public Map<String, ParkedSource> parked() {
    return read(Topics.PARKED_SOURCES);
  }

  /**
   * The newest value of every key.
   *
   * @throws IllegalStateException when the end is not reached in time
   */
  private <K, V> Map<K, V> read(Topic<K, V> topic) {
    List<TopicPartition> partitions = Partitions.of(consumer, List.of(topic));
    consumer.assign(partitions);
    consumer.seekToBeginning(partitions);
    Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
    Map<K, V> table = new HashMap<>();
    unreadable.remove(topic.name());
    long from = System.nanoTime();
    while (ends.entrySet().stream()
        .anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
      for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
        put(table, topic, record);
      }
      if (System.nanoTime() - from > PATIENCE.toNanos()) {
        throw new IllegalStateException(
            "%s was not read to its end within %s".formatted(topic.name(), PATIENCE));
      }
    }
    return table;
  }

  private <K, V> void put(
      Map<K, V> table, Topic<K, V> topic, ConsumerRecord<byte[], byte[]> record) {
    if (record.key() == null) {
      return;
    }
    try {
      K key = topic.key().deserializer().deserialize(topic.name(), record.headers(), record.key());
      V value =
          topic.value().deserializer().deserialize(topic.name(), record.headers(), record.value());
      if (value == null) {
        table.remove(key);
      } else {
        table.put(key, value);
      }
    } catch (RuntimeException e) {
      LOG.debug("{} at {}: cannot be read", topic.name(), record.offset(), e);
      unreadable.merge(
          topic.name(),
          new Unreadable(record, 1),
          (known, one) -> new Unreadable(known.first, known.count + 1));
    }
  }

  @Override
  public void close() {
    consumer.close();
  }
}
