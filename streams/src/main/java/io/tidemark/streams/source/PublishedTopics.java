package io.tidemark.streams.source;

import io.tidemark.model.alert.Alert;
import io.tidemark.model.alert.AlertKey;
import io.tidemark.model.log.RunId;
import io.tidemark.model.run.RunStatus;
import io.tidemark.model.wire.Topic;
import io.tidemark.model.wire.Topics;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Properties;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.streams.StreamsConfig;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The open runs as their topics hold them. Version 0.1 stored neither status nor alerts, so after
 * an upgrade its runs can be ended only from there. The topics are read once, when first needed:
 * until then this process has published nothing of the sources in question.
 */
public final class PublishedTopics {

  private static final Logger LOG = LoggerFactory.getLogger(PublishedTopics.class);
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration POLL = Duration.ofMillis(100);

  private final Supplier<? extends Consumer<byte[], byte[]>> consumers;
  private final NavigableMap<RunId, RunStatus> open = new TreeMap<>();
  private final Map<AlertKey, Alert> active = new HashMap<>();
  private boolean isRead;

  /**
   * @param consumers creates a consumer without a group that reads committed records
   */
  public PublishedTopics(Supplier<? extends Consumer<byte[], byte[]>> consumers) {
    this.consumers = consumers;
  }

  /**
   * Reads the topics of the job's broker.
   *
   * @param job properties of the job
   */
  public static PublishedTopics of(Properties job) {
    String client = job.get(StreamsConfig.APPLICATION_ID_CONFIG) + "-published";
    Deserializer<byte[]> bytes = new ByteArrayDeserializer();
    return new PublishedTopics(
        () -> {
          Map<String, Object> config = new StreamsConfig(job).getRestoreConsumerConfigs(client);
          return new KafkaConsumer<>(config, bytes, bytes);
        });
  }

  /** Restores the open runs of a source whose status is unknown. */
  synchronized void restore(String source, LastPublished published) {
    if (!isRead) {
      isRead = true;
      try (Consumer<byte[], byte[]> consumer = consumers.get()) {
        read(consumer);
      } catch (KafkaException e) {
        // The record that ends a run may be among those that were not read.
        open.clear();
        active.clear();
        LOG.warn(
            "{} and {} cannot be read: runs that were open before the upgrade stay open: {}",
            Topics.RUNS.name(),
            Topics.ALERTS.name(),
            e.getMessage());
      }
    }
    open.tailMap(new RunId(source, 1)).entrySet().stream()
        .takeWhile(run -> run.getKey().source().equals(source))
        .forEach(run -> published.restore(run.getKey(), run.getValue(), active));
  }

  private void read(Consumer<byte[], byte[]> consumer) {
    List<TopicPartition> all =
        Stream.of(Topics.RUNS, Topics.ALERTS)
            .flatMap(topic -> consumer.partitionsFor(topic.name(), PATIENCE).stream())
            .map(partition -> new TopicPartition(partition.topic(), partition.partition()))
            .toList();
    consumer.assign(all);
    consumer.seekToBeginning(all);
    Map<TopicPartition, Long> ends = consumer.endOffsets(all, PATIENCE);
    long movedNanos = System.nanoTime();
    while (ends.entrySet().stream()
        .anyMatch(end -> consumer.position(end.getKey(), PATIENCE) < end.getValue())) {
      ConsumerRecords<byte[], byte[]> records = consumer.poll(POLL);
      records.forEach(this::apply);
      if (!records.isEmpty()) {
        movedNanos = System.nanoTime();
      } else if (System.nanoTime() - movedNanos > PATIENCE.toNanos()) {
        throw new TimeoutException("nothing came for " + PATIENCE.toSeconds() + " s");
      }
    }
  }

  private void apply(ConsumerRecord<byte[], byte[]> record) {
    try {
      if (record.topic().equals(Topics.RUNS.name())) {
        RunStatus status = value(Topics.RUNS, record);
        put(open, key(Topics.RUNS, record), status != null && status.endMillis() == null, status);
      } else {
        Alert alert = value(Topics.ALERTS, record);
        put(active, key(Topics.ALERTS, record), alert != null && alert.active(), alert);
      }
    } catch (RuntimeException e) {
      // The readers of the topic count such a record; its run stays as published.
      LOG.debug("{} holds a record that cannot be read", record.topic(), e);
    }
  }

  private static <K, V> void put(Map<K, V> map, K key, boolean isOpen, @Nullable V value) {
    if (isOpen && value != null) {
      map.put(key, value);
    } else {
      map.remove(key);
    }
  }

  private static <K> K key(Topic<K, ?> topic, ConsumerRecord<byte[], byte[]> record) {
    return topic.key().deserializer().deserialize(topic.name(), record.headers(), record.key());
  }

  private static <V> @Nullable V value(Topic<?, V> topic, ConsumerRecord<byte[], byte[]> record) {
    return record.value() == null
        ? null
        : topic.value().deserializer().deserialize(topic.name(), record.headers(), record.value());
  }
}
