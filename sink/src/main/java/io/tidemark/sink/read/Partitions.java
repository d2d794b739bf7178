package io.tidemark.sink.read;

import io.tidemark.model.wire.Topic;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/** Finds the partitions of topics: as many as declared, or one on the embedded broker. */
public final class Partitions {

  /** The default time-out of Kafka's clients. */
  private static final Duration LONG = Duration.ofMinutes(1);

  private Partitions() {}

  /**
   * Asks the broker.
   *
   * @throws UnknownTopicOrPartitionException when a topic is missing; may be tried again
   */
  public static List<TopicPartition> of(
      Consumer<?, ?> consumer, Collection<? extends Topic<?, ?>> topics) {
    return of(consumer, topics, LONG);
  }

  /**
   * The same, with at most {@code patience} for each topic.
   *
   * @throws org.apache.kafka.common.errors.TimeoutException when the broker does not answer
   */
  public static List<TopicPartition> of(
      Consumer<?, ?> consumer, Collection<? extends Topic<?, ?>> topics, Duration longest) {
    return topics.stream().flatMap(topic -> of(consumer, topic.name(), longest)).toList();
  }

  private static Stream<TopicPartition> of(
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
