package io.tidemark.ingest.ship;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;

/** Reads a topic from its beginning to its present end, at once or in steps. */
final class WholeTopic {

  private static final Duration POLL = Duration.ofMillis(100);

  private final org.apache.kafka.clients.consumer.Consumer<byte[], byte[]> consumer;
  private final String topic;
  private List<TopicPartition> partitions = List.of();

  WholeTopic(org.apache.kafka.clients.consumer.Consumer<byte[], byte[]> consumer, String topic) {
    this.consumer = consumer;
    this.topic = topic;
  }

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
    WholeTopic whole = new WholeTopic(consumer, topic);
    AtomicBoolean moved = new AtomicBoolean();
    while (!whole.step(
        patience,
        next -> {
          moved.set(true);
          each.accept(next);
        })) {
      if (!moved.getAndSet(false)) {
        throw new TimeoutException("reading " + topic + " stands still");
      }
    }
  }

  /**
   * Continues for at most this long.
   *
   * @return whether all records were read that were there when the step began
   * @throws TimeoutException when no broker answers
   * @throws IllegalStateException when the topic is missing
   */
  boolean step(Duration most, Consumer<ConsumerRecord<byte[], byte[]>> each) {
    long endNanos = System.nanoTime() + most.toNanos();
    if (partitions.isEmpty()) {
      List<TopicPartition> found = partitions(consumer, topic, most);
      consumer.assign(found);
      consumer.seekToBeginning(found);
      partitions = found;
    }
    Map<TopicPartition, Long> ends = consumer.endOffsets(partitions, left(endNanos));
    while (!isRead(ends, endNanos)) {
      if (left(endNanos).isZero()) {
        return false;
      }
      consumer.poll(POLL).forEach(each);
    }
    return true;
  }

  private boolean isRead(Map<TopicPartition, Long> ends, long endNanos) {
    return ends.entrySet().stream()
        .allMatch(end -> consumer.position(end.getKey(), left(endNanos)) >= end.getValue());
  }

  private static Duration left(long endNanos) {
    return Duration.ofNanos(Math.max(0, endNanos - System.nanoTime()));
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
