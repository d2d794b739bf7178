package io.tidemark.streams.source;

import io.tidemark.model.wire.Topics;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;

/**
 * The records of {@code tidemark.lines} that existed when the job started, by partition. A board
 * that is ahead of the commits is shown only after they are processed. Otherwise its counters would
 * fall back to the state before a kill.
 */
public final class Backlog {

  /** The end offset of each partition that is not yet processed. */
  private final Map<Integer, Long> ends;

  private final Map<Integer, Long> read = new HashMap<>();
  private final Runnable workedOff;

  /**
   * @param ends end offset of each partition; 0 for one without records to read
   * @param workedOff run once, when the last partition is processed
   */
  Backlog(Map<Integer, Long> ends, Runnable workedOff) {
    this.ends = new HashMap<>(ends);
    this.workedOff = workedOff;
  }

  public static Backlog none() {
    return new Backlog(Map.of(), () -> {});
  }

  /**
   * What the job has not read at this moment.
   *
   * @param admin not kept
   * @param group of the job
   * @param workedOff run when the job has worked it off
   * @throws KafkaException when the broker does not answer
   */
  public static Backlog of(Admin admin, String group, Runnable workedOff) {
    try {
      return new Backlog(unread(admin, group), workedOff);
    } catch (ExecutionException e) {
      throw new KafkaException("cannot find the ends of " + Topics.LINES.name(), e.getCause());
    } catch (InterruptedException e) {
      throw new InterruptException(e);
    }
  }

  private static Map<Integer, Long> unread(Admin admin, String group)
      throws ExecutionException, InterruptedException {
    String topic = Topics.LINES.name();
    List<TopicPartition> partitions =
        admin.describeTopics(List.of(topic)).allTopicNames().get().values().stream()
            .flatMap(lines -> lines.partitions().stream())
            .map(partition -> new TopicPartition(topic, partition.partition()))
            .toList();
    // Asked for side by side: a start waits for the answers.
    ListOffsetsResult begins = offsets(admin, partitions, OffsetSpec.earliest());
    ListOffsetsResult ends = offsets(admin, partitions, OffsetSpec.latest());
    Map<TopicPartition, OffsetAndMetadata> committed =
        admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata().get();
    Map<Integer, Long> unread = new HashMap<>();
    for (TopicPartition partition : partitions) {
      OffsetAndMetadata read = committed.get(partition);
      // What retention has deleted will not be read.
      long begin = begins.partitionResult(partition).get().offset();
      long end = ends.partitionResult(partition).get().offset();
      long next = Math.max(begin, read == null ? 0 : read.offset());
      unread.put(partition.partition(), next >= end ? 0 : end);
    }
    return unread;
  }

  private static ListOffsetsResult offsets(
      Admin admin, List<TopicPartition> partitions, OffsetSpec which) {
    return admin.listOffsets(
        partitions.stream().collect(Collectors.toMap(Function.identity(), partition -> which)));
  }

  /** Records that a record was received, or became a dead letter. */
  public synchronized void onRead(int partition, long offset) {
    if (ends.containsKey(partition)) {
      read.merge(partition, offset + 1, Math::max);
    }
  }

  /** Records that all stored state of a partition is published, and what was read of it. */
  public synchronized void onPublished(int partition) {
    Long end = ends.get(partition);
    if (end != null && read.getOrDefault(partition, 0L) >= end) {
      ends.remove(partition);
      if (ends.isEmpty()) {
        workedOff.run();
      }
    }
  }

  /** Whether records of this partition are still to be processed. */
  public synchronized boolean holds(int partition) {
    return ends.containsKey(partition);
  }
}
