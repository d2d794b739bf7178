package io.tidemark.ingest.ship;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.model.Position;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class StoredPositionsTest {

  private static final TopicPartition POSITIONS = new TopicPartition("tidemark.positions", 0);
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final MockConsumer<String, Position> consumer = new MockConsumer<>("earliest");

  private void topic(String name) {
    Node[] nodes = {new Node(1, "localhost", 9092)};
    consumer.updatePartitions(name, List.of(new PartitionInfo(name, 0, nodes[0], nodes, nodes)));
  }

  private static Position position(long offset) {
    return new Position("a.log", "file:///a.log", "(k)", 1, offset, 1, "m", false);
  }

  private void stored(Map<Long, Map.Entry<String, Position>> records, long end) {
    topic("tidemark.lines");
    topic("tidemark.positions");
    consumer.updateBeginningOffsets(Map.of(POSITIONS, 0L));
    consumer.updateEndOffsets(Map.of(POSITIONS, end));
    consumer.schedulePollTask(
        () ->
            records.forEach(
                (offset, entry) ->
                    consumer.addRecord(
                        new ConsumerRecord<>(
                            POSITIONS.topic(), 0, offset, entry.getKey(), entry.getValue()))));
  }

  @Test
  void theNewestPositionOfEachGenerationCounts() {
    stored(
        new TreeMap<>(
            Map.of(
                0L, Map.entry("g1", position(10)),
                1L, Map.entry("g2", position(20)),
                2L, Map.entry("g1", position(30)))),
        3);
    Map<String, Position> known = StoredPositions.read(consumer, PATIENCE);
    assertThat(known).containsExactly(Map.entry("g2", position(20)), Map.entry("g1", position(30)));
  }

  @Test
  void anEmptyTopicIsReadAtOnce() {
    stored(Map.of(), 0);
    assertThat(StoredPositions.read(consumer, PATIENCE)).isEmpty();
  }

  @Test
  void aMissingTopicIsNamed() {
    topic("tidemark.positions");
    assertThatThrownBy(() -> StoredPositions.read(consumer, PATIENCE))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("'tidemark.lines' does not exist");
  }

  @Test
  @Timeout(30)
  void aBrokerThatDoesNotAnswerIsNamedByItsProperty() throws IOException {
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String servers = "127.0.0.1:" + silent.getLocalPort();
      assertThatThrownBy(
              () ->
                  StoredPositions.read(Map.of("bootstrap.servers", servers), Duration.ofSeconds(1)))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("bootstrap.servers=" + servers);
    }
  }
}
