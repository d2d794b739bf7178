package io.tidemark.sink.read;

import io.tidemark.model.Refusal;
import io.tidemark.model.wire.Topic;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;

/**
 * The sink's Kafka clients, from the user's properties; the sink sets those that it relies on. All
 * throw a {@link Refusal} when Kafka does not accept a property.
 */
public final class Clients {

  /** The default time-out of Kafka's clients. */
  private static final Duration LONG = Duration.ofMinutes(1);

  private Clients() {}

  /** A consumer of no group that sees committed records only. */
  public static Consumer<byte[], byte[]> consumer(Map<String, Object> user) {
    Map<String, Object> all = new HashMap<>(user);
    all.remove(ConsumerConfig.GROUP_ID_CONFIG);
    all.putIfAbsent(ConsumerConfig.CLIENT_ID_CONFIG, "tidemark-sink");
    all.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    all.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    all.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    all.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
    return accepted(
        all,
        config ->
            new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer()));
  }

  public static Admin admin(Map<String, Object> user) {
    Map<String, Object> all = new HashMap<>(user);
    all.putIfAbsent(ConsumerConfig.CLIENT_ID_CONFIG, "tidemark-sink");
    return accepted(all, Admin::create);
  }

  private static <T> T accepted(Map<String, Object> config, Function<Map<String, Object>, T> make) {
    try {
      return make.apply(config);
    } catch (KafkaException e) {
      Throwable said = e.getCause() instanceof ConfigException cause ? cause : e;
      if (said instanceof ConfigException) {
        Refusal refusal = new Refusal("kafka: " + said.getMessage());
        refusal.initCause(e);
        throw refusal;
      }
      throw e;
    }
  }

  /**
   * The partitions of topics: as many as declared, or one on the embedded broker.
   *
   * @throws UnknownTopicOrPartitionException when a topic is missing; may be tried again
   */
  public static List<TopicPartition> partitions(
      Consumer<?, ?> consumer, Collection<? extends Topic<?, ?>> topics) {
    return partitions(consumer, topics, LONG);
  }

  /**
   * The same, with at most {@code patience} for each topic.
   *
   * @throws org.apache.kafka.common.errors.TimeoutException when the broker does not answer
   */
  public static List<TopicPartition> partitions(
      Consumer<?, ?> consumer, Collection<? extends Topic<?, ?>> topics, Duration longest) {
    return topics.stream().flatMap(topic -> partitions(consumer, topic.name(), longest)).toList();
  }

  private static Stream<TopicPartition> partitions(
      Consumer<?, ?> consumer, String topic, Duration longest) {
    @Nullable List<PartitionInfo> found = consumer.partitionsFor(topic, longest);
    if (found == null || found.isEmpty()) {
      throw new UnknownTopicOrPartitionException(topic + " is not there");
    }
    return found.stream()
        .map(partition -> new TopicPartition(topic, partition.partition()))
        .sorted((one, other) -> Integer.compare(one.partition(), other.partition()));
  }
}
