package io.tidemark.ingest.ship;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.ingest.own.OwnersLog;
import io.tidemark.model.log.OwnerRecord;
import io.tidemark.model.log.OwnerRecord.Claim;
import io.tidemark.model.log.OwnerRecord.Heartbeat;
import io.tidemark.model.log.OwnerRecord.Kind;
import io.tidemark.model.log.Position;
import io.tidemark.model.log.SliceOrigin;
import io.tidemark.model.log.TailerProcess;
import io.tidemark.model.wire.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OwnersTopicTest {

  private static final TopicPartition OWNERS = new TopicPartition("tidemark.owners", 0);
  private static final TopicPartition POSITIONS = new TopicPartition("tidemark.positions", 0);
  private static final String CLAIM =
      "{'type':'claim','kind':'CLAIMED','epoch':1,'tailer':{'id':'t','host':'h','pid':1,'start':2}}";

  private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("earliest");
  private final MockProducer<byte[], byte[]> producer =
      new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer());
  private final MockConsumer<byte[], byte[]> again = new MockConsumer<>("earliest");
  private final OwnersTopic topic =
      new OwnersTopic(
          consumer, new KafkaOutlet(producer, new SliceOrigin("box-1", Map.of())), () -> again);
  private final List<String> read = new ArrayList<>();
  private long end;

  private final OwnersLog.Reader reader =
      new OwnersLog.Reader() {
        @Override
        public void onRecord(String key, OwnerRecord record) {
          read.add(key + " " + record);
        }

        @Override
        public void onTombstone(String key) {
          read.add(key + " gone");
        }

        @Override
        public void onRefused(String key) {
          read.add(key + " refused");
        }
      };

  private void poll(String key, String value) {
    consumer.assign(List.of(OWNERS));
    consumer.updateBeginningOffsets(Map.of(OWNERS, 0L));
    add(key, value);
    topic.poll(Duration.ZERO, reader);
  }

  private void add(String key, String value) {
    add(consumer, key, value);
  }

  private void add(MockConsumer<byte[], byte[]> to, String key, String value) {
    to.addRecord(
        new ConsumerRecord<>(
            OWNERS.topic(),
            0,
            end++,
            0L,
            TimestampType.CREATE_TIME,
            0,
            0,
            key.getBytes(UTF_8),
            value == null ? null : value.replace('\'', '"').getBytes(UTF_8),
            new RecordHeaders().add("version", "1".getBytes(UTF_8)),
            Optional.empty()));
  }

  @Test
  void claimsHeartbeatsAndTombstonesAreRead() {
    poll("a.log", CLAIM);
    poll("//tailer/t", "{'type':'heartbeat','number':7}");
    poll("//tailer/t", null);
    TailerProcess tailer = new TailerProcess("t", "h", 1, 2, null);
    assertThat(read)
        .containsExactly(
            "a.log " + new Claim(Kind.CLAIMED, 1, tailer),
            "//tailer/t " + new Heartbeat(7),
            "//tailer/t gone");
    assertThat(topic.refused()).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "a.log | not json",
        "a.log | null",
        "a.log | []",
        "a.log | {'type':'other'}",
        "a.log | {'type':'heartbeat','number':7}",
        "a.log | {'type':'claim','kind':'CLAIMED','epoch':1}",
        "a.log | {'type':'claim','epoch':1,'tailer':{'id':'t','host':'h','pid':1,'start':2}}",
        "a.log | {'type':'claim','kind':'CLAIMED','epoch':0,'tailer':{'id':'t','host':'h'}}",
        "a.log | {'type':'claim','kind':'CLAIMED','epoch':1,'tailer':{'id':' ','host':'h'}}",
        "a.log | {'type':'claim','kind':'CLAIMED','epoch':1,'tailer':{'id':'t'}}",
        "a.log | {'type':'claim','kind':'KING','epoch':1,'tailer':{'id':'t','host':'h'}}",
        "//tailer/t | {'type':'claim','kind':'CLAIMED','epoch':1,'tailer':{'id':'t','host':'h'}}",
      })
  void aRecordThatNoTailerWritesIsCountedAndPassedOver(String key, String value) {
    poll(key, value);
    poll("a.log", CLAIM);
    assertThat(read).hasSize(2).first().isEqualTo(key + " refused");
    assertThat(topic.refused()).isOne();
  }

  @Test
  void oneTooLargeIsRefused() {
    poll("a.log", CLAIM + " ".repeat(8 * 1024));
    poll("x".repeat(600), CLAIM);
    assertThat(topic.refused()).isEqualTo(2);
  }

  private static void describe(MockConsumer<byte[], byte[]> to, String topic) {
    Node[] nodes = {new Node(1, "localhost", 9092)};
    to.updatePartitions(topic, List.of(new PartitionInfo(topic, 0, nodes[0], nodes, nodes)));
  }

  @Test
  void positionsAreReadAfterTheOwnersWhichAreReadOnBehindThat() {
    List.of("tidemark.lines", OWNERS.topic(), POSITIONS.topic())
        .forEach(name -> describe(again, name));
    again.updateBeginningOffsets(Map.of(OWNERS, 0L, POSITIONS, 0L));
    again.updateEndOffsets(Map.of(OWNERS, 1L, POSITIONS, 0L));
    again.schedulePollTask(
        () -> {
          add(again, "a.log", CLAIM);
          // Its owner shipped until then.
          again.updateEndOffsets(Map.of(POSITIONS, 1L));
        });
    again.schedulePollTask(() -> addPosition(0, "first"));

    assertThat(topic.readAll(Map.of(), reader).known()).containsOnlyKeys("first");
    assertThat(read).singleElement().asString().startsWith("a.log");
    assertThat(again.closed()).isTrue();
    assertThat(consumer.position(OWNERS)).isOne();
    add("b.log", CLAIM);
    topic.poll(Duration.ZERO, reader);
    assertThat(read).hasSize(2).last().asString().startsWith("b.log");
  }

  @Test
  void whilePositionsAreReadTheOwnersAreReadOn() {
    describe(again, POSITIONS.topic());
    again.updateBeginningOffsets(Map.of(POSITIONS, 0L));
    again.updateEndOffsets(Map.of(POSITIONS, 2L));
    again.schedulePollTask(() -> addPosition(0, "first"));
    poll("a.log", CLAIM);

    assertThat(topic.positionsAgain()).as("one of two positions came").isEmpty();
    add("b.log", CLAIM);
    topic.poll(Duration.ZERO, reader);
    assertThat(read).hasSize(2).last().asString().startsWith("b.log");

    addPosition(1, "second");
    assertThat(topic.positionsAgain().orElseThrow().known()).containsOnlyKeys("first", "second");
    assertThat(again.closed()).isTrue();
    assertThat(consumer.closed()).isFalse();
  }

  private void addPosition(long offset, String generation) {
    Position position =
        new Position(
            "a.log",
            new Position.FileIdentity("file:///a.log", "(k)", 1),
            0,
            0,
            "0123456789abcdef".repeat(2),
            false,
            new Position.Lineage(1, "@" + "0123456789abcdef".repeat(2), "file:///a.log"));
    RecordHeaders headers = new RecordHeaders();
    byte[] value =
        Topics.POSITIONS.value().serializer().serialize(POSITIONS.topic(), headers, position);
    again.addRecord(
        new ConsumerRecord<>(
            POSITIONS.topic(),
            0,
            offset,
            0L,
            TimestampType.CREATE_TIME,
            0,
            0,
            generation.getBytes(UTF_8),
            value,
            headers,
            Optional.empty()));
  }

  @Test
  void whatIsWrittenTravelsAsItsTopicSays() {
    assertThat(topic.write("//tailer/t", new Heartbeat(3))).isTrue();
    assertThat(topic.write("//tailer/t", null)).isTrue();
    ProducerRecord<byte[], byte[]> sent = producer.history().get(0);
    assertThat(sent.topic()).isEqualTo("tidemark.owners");
    assertThat(
            Topics.OWNERS
                .value()
                .deserializer()
                .deserialize(sent.topic(), sent.headers(), sent.value()))
        .isEqualTo(new Heartbeat(3));
    assertThat(producer.history().get(1).value()).isNull();
  }
}
