package io.tidemark.sink.read;

import io.tidemark.model.wire.Topic;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;

/** Topics with as many partitions as declared, all of them empty. */
public final class DeclaredPartitions {

  private DeclaredPartitions() {}

  public static List<TopicPartition> of(Collection<? extends Topic<?, ?>> topics) {
    return topics.stream().flatMap(topic -> of(topic).stream()).toList();
  }

  private static List<TopicPartition> of(Topic<?, ?> topic) {
    return IntStream.range(0, topic.partitions())
        .mapToObj(partition -> new TopicPartition(topic.name(), partition))
        .toList();
  }

  public static void on(MockConsumer<?, ?> consumer, Collection<? extends Topic<?, ?>> topics) {
    topics.forEach(topic -> consumer.updatePartitions(topic.name(), infos(of(topic))));
    var zeros = of(topics).stream().collect(Collectors.toMap(partition -> partition, p -> 0L));
    consumer.updateBeginningOffsets(zeros);
    consumer.updateEndOffsets(zeros);
  }

  private static List<PartitionInfo> infos(List<TopicPartition> partitions) {
    Node[] none = {};
    return partitions.stream()
        .map(one -> new PartitionInfo(one.topic(), one.partition(), Node.noNode(), none, none))
        .toList();
  }
}
