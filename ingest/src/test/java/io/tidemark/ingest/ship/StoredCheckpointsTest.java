package io.tidemark.ingest.ship;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.ingest.ship.StoredCheckpoints.Reason;
import io.tidemark.model.log.Position;
import io.tidemark.model.wire.Topics;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StoredCheckpointsTest {

  private static final TopicPartition POSITIONS = new TopicPartition("tidemark.positions", 0);
  private static final String MARKER = "0123456789abcdef".repeat(2);
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("earliest");

  private void topic(String name) {
    Node[] nodes = {new Node(1, "localhost", 9092)};
    consumer.updatePartitions(name, List.of(new PartitionInfo(name, 0, nodes[0], nodes, nodes)));
  }

  private static Position position(long offset) {
    return new Position(
        "a.log",
        new Position.FileIdentity("file:///a.log", "(k)", 1),
        offset,
        1,
        MARKER,
        false,
        new Position.Lineage(1, "@" + MARKER, "file:///a.log"));
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
                    consumer.addRecord(record(offset, entry.getKey(), bytes(entry.getValue())))));
  }

  private static ConsumerRecord<byte[], byte[]> record(long offset, String key, byte[] value) {
    return new ConsumerRecord<>(
        POSITIONS.topic(),
        0,
        offset,
        0L,
        TimestampType.CREATE_TIME,
        0,
        0,
        key.getBytes(UTF_8),
        value,
        new RecordHeaders().add("version", "1".getBytes(UTF_8)),
        Optional.empty());
  }

  private static byte[] bytes(Position position) {
    return Topics.POSITIONS
        .value()
        .serializer()
        .serialize(POSITIONS.topic(), new RecordHeaders(), position);
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
    Map<String, Position> known = StoredCheckpoints.read(consumer, PATIENCE).known();
    assertThat(known).containsExactly(Map.entry("g2", position(20)), Map.entry("g1", position(30)));
  }

  @Test
  void anEmptyTopicIsReadAtOnce() {
    stored(Map.of(), 0);
    assertThat(StoredCheckpoints.read(consumer, PATIENCE).known()).isEmpty();
  }

  @Test
  void aMissingTopicIsNamed() {
    topic("tidemark.positions");
    assertThatThrownBy(() -> StoredCheckpoints.read(consumer, PATIENCE))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("'tidemark.lines' does not exist");
  }

  @Test
  @Timeout(30)
  void aBrokerThatDoesNotAnswerIsNamedByItsProperty() throws IOException {
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String servers = "127.0.0.1:" + silent.getLocalPort();
      Map<String, Object> kafka = Map.of("bootstrap.servers", servers);
      Duration patience = Duration.ofSeconds(1);
      try (Consumer<byte[], byte[]> asked = ClientConfig.consumer(kafka)) {
        assertThatThrownBy(
                () -> ClientConfig.asking(kafka, () -> StoredCheckpoints.read(asked, patience)))
            .isInstanceOf(IllegalStateException.class)
            .hasMessageContaining("bootstrap.servers=" + servers);
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "UNREADABLE | not json",
        "UNREADABLE | []",
        "UNREADABLE | {\"offset\":\"many\"}",
        "UNREADABLE | null",
        "FIELD | {}",
        "FIELD |"
            + " {\"source\":\"a\",\"uri\":\"file:///a\",\"fileKey\":\"k\",\"offset\":-1,\"lines\":0,\"marker\":\"rewritten\"}",
        "FIELD |"
            + " {\"source\":\"a\",\"uri\":\"file:///a\",\"fileKey\":\"k\",\"offset\":1,\"lines\":0,\"marker\":\"head99999999999:0\"}",
        "FIELD |"
            + " {\"source\":\"a\",\"uri\":\"file:///a\",\"fileKey\":\"k\",\"offset\":1,\"lines\":0,\"marker\":\"head2000:0123456789abcdef0123456789abcdef\"}",
        "FIELD |"
            + " {\"uri\":\"file:///a\",\"fileKey\":\"k\",\"offset\":1,\"lines\":0,\"marker\":\"rewritten\"}",
        "FIELD |"
            + " {\"source\":\"a\",\"uri\":\"file:///a\",\"fileKey\":\"k\",\"offset\":1,\"lines\":0,\"marker\":\"rewritten\",\"ended\":false,\"bornNanos\":0,\"lineage\":{\"number\":-1,\"prints\":\"@0123456789abcdef0123456789abcdef\"}}",
        "FIELD |"
            + " {\"source\":\"a\",\"uri\":\"file:///a\",\"fileKey\":\"k\",\"offset\":1,\"lines\":0,\"marker\":\"rewritten\",\"ended\":false,\"bornNanos\":0}",
        "FIELD |"
            + " {\"source\":\"a\",\"uri\":\"file:///a\",\"fileKey\":\"k\",\"offset\":1,\"lines\":0,\"marker\":\"rewritten\",\"ended\":false,\"bornNanos\":0,\"lineage\":{\"number\":1,\"prints\":\"@0123456789abcdef0123456789abcdef\"}}",
        "PATH |"
            + " {\"source\":\"a\",\"uri\":\"http://h/a\",\"fileKey\":\"k\",\"offset\":1,\"lines\":0,\"marker\":\"rewritten\",\"ended\":false,\"bornNanos\":0}",
        "PATH |"
            + " {\"source\":\"a\",\"uri\":\"file:///logs/../etc/a\",\"fileKey\":\"k\",\"offset\":1,\"lines\":0,\"marker\":\"rewritten\",\"ended\":false,\"bornNanos\":0}",
        "PATH |"
            + " {\"source\":\"a\",\"uri\":\"file:a\",\"fileKey\":\"k\",\"offset\":1,\"lines\":0,\"marker\":\"rewritten\",\"ended\":false,\"bornNanos\":0}",
        "PATH |"
            + " {\"source\":\"a\",\"uri\":\"file:///a%00b\",\"fileKey\":\"k\",\"offset\":1,\"lines\":0,\"marker\":\"rewritten\",\"ended\":false,\"bornNanos\":0}"
      })
  void aRecordThatNoTailerWritesIsPassedOverByItsReason(Reason reason, String json) {
    StoredCheckpoints decoder = new StoredCheckpoints();
    decoder.apply(record(0, "g1", bytes(position(10))));
    decoder.apply(record(1, "bad\u001b[2J\n", json.getBytes(UTF_8)));
    assertThat(decoder.read().known()).containsOnlyKeys("g1");
    assertThat(decoder.read().refused())
        .containsExactly(new StoredCheckpoints.Refused("bad\\u001b[2J\\u000a", reason, 1));
  }

  @ParameterizedTest
  @ValueSource(strings = {"host7/a.log", "node-1/train/ranker-0/main", "node-1/web-1", "job 7"})
  void aSourceMayHaveAPrefixAndTheNameThatItsPathStates(String source) {
    StoredCheckpoints decoder = new StoredCheckpoints();
    String sound = new String(bytes(position(10)), UTF_8);
    decoder.apply(
        record(0, "g1", sound.replace("\"a.log\"", "\"" + source + "\"").getBytes(UTF_8)));
    assertThat(decoder.read().known()).containsOnlyKeys("g1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\\u001b[2J.log", "two\\nlines", "a\\u202egol", "a\\u0000"})
  void aNameThatSteersATerminalIsPassedOver(String source) {
    StoredCheckpoints decoder = new StoredCheckpoints();
    String sound = new String(bytes(position(10)), UTF_8);
    decoder.apply(
        record(0, "g1", sound.replace("\"a.log\"", "\"" + source + "\"").getBytes(UTF_8)));
    assertThat(decoder.read().refused())
        .extracting(StoredCheckpoints.Refused::reason)
        .containsExactly(Reason.FIELD);
  }

  @Test
  void aGenerationThatNoHeaderCanCarryIsPassedOver() {
    StoredCheckpoints decoder = new StoredCheckpoints();
    decoder.apply(record(0, "g1", bytes(position(10))));
    decoder.apply(record(1, "two\nlines", bytes(position(10))));
    decoder.apply(record(2, "g".repeat(256), bytes(position(10))));
    assertThat(decoder.read().known()).containsOnlyKeys("g1");
    assertThat(decoder.read().refused())
        .extracting(StoredCheckpoints.Refused::reason)
        .containsOnly(Reason.FIELD);
  }

  @Test
  void aRecordBeyondAnySizeIsNotEvenParsed() {
    StoredCheckpoints decoder = new StoredCheckpoints();
    decoder.apply(record(0, "g", new byte[StoredCheckpoints.MAX_BYTES + 1]));
    assertThat(decoder.read().refused())
        .extracting(StoredCheckpoints.Refused::reason)
        .containsExactly(Reason.TOO_LARGE);
  }

  @Test
  void aThousandHostileRecordsAreCountedAndTheSoundOneAmongThemIsRead() {
    Random random = new Random(7);
    byte[] sound = bytes(position(10));
    StoredCheckpoints decoder = new StoredCheckpoints();
    for (int i = 0; i < 1000; i++) {
      byte[] garbage = i % 2 == 0 ? sound.clone() : new byte[random.nextInt(300)];
      if (i % 2 == 0) {
        garbage[0] = (byte) random.nextInt('{');
      } else {
        random.nextBytes(garbage);
      }
      decoder.apply(record(i, "bad" + i, garbage));
    }
    decoder.apply(record(1000, "g1", sound));
    assertThat(decoder.read().known()).containsOnlyKeys("g1");
    assertThat(decoder.read().refused()).hasSize(1000);
  }
}
