package io.tidemark.streams;

import io.tidemark.model.wire.Topics;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;

/** Finds what the job has not read of {@code tidemark.lines}. */
final class UnreadLines {

  private UnreadLines() {}

  /**
   * What there is to read at this moment.
   *
   * @param workedOff run when the job has worked it off
   * @throws KafkaException when the broker does not answer
   */
  static Backlog backlog(Map<String, Object> kafka, Runnable workedOff) {
    try (Admin admin = Admin.create(new HashMap<>(kafka))) {
      return new Backlog(unread(admin), workedOff);
    } catch (ExecutionException e) {
      throw new KafkaException("cannot find the ends of " + Topics.LINES.name(), e.getCause());
    } catch (InterruptedException e) {
      throw new InterruptException(e);
    }
  }

  private static Map<Integer, Long> unread(Admin admin)
      throws ExecutionException, InterruptedException {
    String topic = Topics.LINES.name();
    List<TopicPartition> partitions =
        admin.describeTopics(List.of(topic)).allTopicNames().get().values().stream()
            .flatMap(lines -> lines.partitions().stream())
            .map(partition -> new TopicPartition(topic, partition.partition()))
            .toList();
    Map<TopicPartition, Long> begins = offsets(admin, partitions, OffsetSpec.earliest());
    Map<TopicPartition, OffsetAndMetadata> committed =
        admin
            .listConsumerGroupOffsets(JobProperties.APPLICATION_ID)
            .partitionsToOffsetAndMetadata()
            .get();
    Map<Integer, Long> unread = new HashMap<>();
    offsets(admin, partitions, OffsetSpec.latest())
        .forEach(
            (partition, end) -> {
              OffsetAndMetadata read = committed.get(partition);
              // What retention has deleted will not be read.
              long next =
                  Math.max(begins.getOrDefault(partition, 0L), read == null ? 0 : read.offset());
              unread.put(partition.partition(), next >= end ? 0 : end);
            });
    return unread;
  }

  private static Map<TopicPartition, Long> offsets(
      Admin admin, List<TopicPartition> partitions, OffsetSpec which)
      throws ExecutionException, InterruptedException {
    Map<TopicPartition, OffsetSpec> asked =
        partitions.stream().collect(Collectors.toMap(Function.identity(), partition -> which));
    Map<TopicPartition, Long> offsets = new HashMap<>();
    admin.listOffsets(asked).all().get().forEach((of, found) -> offsets.put(of, found.offset()));
    return offsets;
  }
}
