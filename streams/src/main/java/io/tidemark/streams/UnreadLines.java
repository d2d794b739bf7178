package io.tidemark.streams;

import io.tidemark.model.wire.Topics;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
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
    Map<TopicPartition, OffsetSpec> latest =
        admin.describeTopics(List.of(topic)).allTopicNames().get().values().stream()
            .flatMap(lines -> lines.partitions().stream())
            .map(partition -> new TopicPartition(topic, partition.partition()))
            .collect(Collectors.toMap(Function.identity(), partition -> OffsetSpec.latest()));
    Map<TopicPartition, ListOffsetsResultInfo> ends = admin.listOffsets(latest).all().get();
    Map<TopicPartition, OffsetAndMetadata> committed =
        admin
            .listConsumerGroupOffsets(JobProperties.APPLICATION_ID)
            .partitionsToOffsetAndMetadata()
            .get();
    Map<Integer, Long> unread = new HashMap<>();
    ends.forEach(
        (partition, end) -> {
          OffsetAndMetadata read = committed.get(partition);
          boolean none = read != null && read.offset() >= end.offset();
          unread.put(partition.partition(), none ? 0 : end.offset());
        });
    return unread;
  }
}
