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

/** The partitions that topics have: as many as declared, or one where the broker is our own. */
public final class Partitions {

  /** As long as Kafka's clients wait by default. */
  private static final Duration LONG = Duration.ofMinutes(1);

  private Partitions() {}

  /**
   * Asks the broker.
   *
   * @throws UnknownTopicOrPartitionException when a topic is not there; may be tried again
   */
  public static List<TopicPartition> of(
      Consumer<?, ?> consumer, Collection<? extends Topic<?, ?>> topics) {
    return of(consumer, topics, LONG);
  }

  /**
   * The same, asking for each topic at most that long.
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
