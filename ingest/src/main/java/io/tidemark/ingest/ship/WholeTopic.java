package io.tidemark.ingest.ship;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;

/** Reads a topic from its beginning to its present end. */
final class WholeTopic {

  private WholeTopic() {}

  /**
   * Reads a topic; afterwards the consumer is assigned to it, behind the records read.
   *
   * @throws TimeoutException when nothing comes for {@code patience}
   * @throws IllegalStateException when the topic is missing
   */
  static void read(
      org.apache.kafka.clients.consumer.Consumer<byte[], byte[]> consumer,
      String topic,
      Duration patience,
      Consumer<ConsumerRecord<byte[], byte[]>> each) {
    List<TopicPartition> partitions = partitions(consumer, topic, patience);
    consumer.assign(partitions);
    consumer.seekToBeginning(partitions);
    Map<TopicPartition, Long> ends = consumer.endOffsets(partitions, patience);
    long deadlineNanos = System.nanoTime() + patience.toNanos();
    while (ends.entrySet().stream().anyMatch(e -> consumer.position(e.getKey()) < e.getValue())) {
      boolean moved = false;
      for (ConsumerRecord<byte[], byte[]> next : consumer.poll(Duration.ofMillis(100))) {
        moved = true;
        each.accept(next);
      }
      if (moved) {
        deadlineNanos = System.nanoTime() + patience.toNanos();
      } else if (System.nanoTime() - deadlineNanos > 0) {
        throw new TimeoutException("reading " + partitions + " stands still");
      }
    }
  }

  static List<TopicPartition> partitions(
      org.apache.kafka.clients.consumer.Consumer<byte[], byte[]> consumer,
      String topic,
      Duration patience) {
    List<PartitionInfo> found = consumer.partitionsFor(topic, patience);
    if (found == null || found.isEmpty()) {
      throw new IllegalStateException("topic '" + topic + "' does not exist on the broker");
    }
    return found.stream().map(p -> new TopicPartition(p.topic(), p.partition())).toList();
  }
}
