package io.tidemark.sink.read;

import static io.tidemark.sink.Made.DRAM;
import static io.tidemark.sink.Made.NEW_YEAR_MILLIS;
import static io.tidemark.sink.Made.PLAN;
import static io.tidemark.sink.Made.RUN;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.tidemark.model.alert.AlertRule;
import io.tidemark.model.log.Reject;
import io.tidemark.model.wire.Topic;
import io.tidemark.model.wire.Topics;
import io.tidemark.sink.Made;
import io.tidemark.sink.board.BoardSnapshot;
import io.tidemark.sink.meter.BoardCollector;
import io.tidemark.sink.page.StateDocument;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests records that no streams job wrote, in every topic of the board. */
class GarbageTest {

  private static final int GARBAGE = 1_000;
  private static final long SEED = 20_261_122;

  private final List<ConsumerRecord<byte[], byte[]>> written = new ArrayList<>();
  private final Map<String, Long> next = new HashMap<>();
  private final Map<String, byte[]> sampleKeys = new HashMap<>();
  private final Map<String, byte[]> samples = new HashMap<>();
  private String undisturbed = "";

  /** Writes one or two valid records to every topic, for a known board. */
  @BeforeEach
  void realTraffic() {
    write(Topics.RUNS, RUN, Made.status("g1", 5000, null));
    write(Topics.USAGE, DRAM, Made.usage(20, 30, 4500));
    write(Topics.OPS, DRAM, Made.ops(4500, Made.op("MatmulOp", 7, 800, 300)));
    write(Topics.TIMELINES, DRAM, Made.timeline(4500));
    write(Topics.PLANS, PLAN, Made.summary(4400));
    write(Topics.ALERTS, Made.alertKey(AlertRule.CRITICAL), Made.alert(null, 4400));
    write(Topics.REJECTS, "june.log", new Reject("g1", 9, 1, 12, "tenstorrent", "no", "…"));
    undisturbed = state(read());
  }

  @Test
  void whatCannotBeReadIsCountedByTopicAndChangesNothingNorDoesItAfterARestart() {
    Random random = new Random(SEED);
    Map<String, Long> expected = new HashMap<>();
    for (Topic<?, ?> topic : topics()) {
      for (int record = 0; record < GARBAGE; record++) {
        garbage(topic, random);
        expected.merge(topic.name(), 1L, Long::sum);
      }
    }
    write(Topics.USAGE, DRAM, Made.usage(20, 30, 4500));

    for (int start = 0; start < 2; start++) {
      BoardSnapshot snapshot = read();

      assertThat(snapshot.ready()).isTrue();
      assertThat(snapshot.tallies().unreadable()).isEqualTo(expected);
      assertThat(state(snapshot)).isEqualTo(undisturbed);
      assertThat(scrape(snapshot).size()).isPositive();
    }
  }

  @Test
  void figuresWithoutSenseUnderKeysOfTheirOwnSpoilNothingElse() {
    for (Topic<?, ?> topic : topics()) {
      for (String figure : List.of("-1", "0", "-9223372036854775808", "9223372036854775807")) {
        String json = new String(samples.get(topic.name()), UTF_8);
        String senseless = json.replaceAll("(?<=[:\\[,])-?[0-9]+(?=[,}\\]])", figure);
        String key = new String(sampleKeys.get(topic.name()), UTF_8).replace("june", "x" + figure);
        add(topic, key.getBytes(UTF_8), senseless.getBytes(UTF_8), version());
      }
    }

    BoardSnapshot snapshot = read();

    assertThat(snapshot.ready()).isTrue();
    assertThat(state(snapshot)).isEqualTo(undisturbed);
    assertThat(scrape(snapshot).size()).isPositive();
    assertThat(StateDocument.of(snapshot.board())).contains("june.log#1");
  }

  private static List<Topic<?, ?>> topics() {
    List<Topic<?, ?>> topics = new ArrayList<>(Topics.BOARD);
    topics.add(Topics.REJECTS);
    return topics;
  }

  /** The state of the valid source. */
  private static String state(BoardSnapshot snapshot) {
    return StateDocument.of(snapshot.board().ofSources(Set.of("june.log")));
  }

  private static MetricSnapshots scrape(BoardSnapshot snapshot) {
    return new BoardCollector(
            () -> snapshot,
            Clock.systemUTC(),
            0,
            "1",
            BoardCollector.MOST_RUNS,
            "",
            now -> now.ready())
        .collect();
  }

  private void garbage(Topic<?, ?> topic, Random random) {
    byte[] key = sampleKeys.get(topic.name());
    byte[] json = samples.get(topic.name());
    byte[] noise = new byte[1 + random.nextInt(200)];
    random.nextBytes(noise);
    switch (random.nextInt(12)) {
      case 0 -> add(topic, key, noise, version());
      case 1 -> add(topic, key, json, new RecordHeaders());
      case 2 -> add(topic, key, json, new RecordHeaders().add("version", "2".getBytes(UTF_8)));
      case 3 -> add(topic, key, json, new RecordHeaders().add("version", null));
      case 4 -> add(topic, key, json, version().add("version", noise));
      case 5 -> add(topic, null, json, version());
      case 6 -> add(topic, key, new byte[0], version());
      case 7 -> add(topic, key, "null".getBytes(UTF_8), version());
      case 8 -> add(topic, key, "[".repeat(100_000).getBytes(UTF_8), version());
      case 9 -> add(topic, key, cut(json, random), version());
      case 10 -> add(topic, key, ("\"" + "x".repeat(1 << 16) + "\"").getBytes(UTF_8), version());
      default -> add(topic, key, "[{\"offset\": 1e999}]".getBytes(UTF_8), version());
    }
  }

  private static byte[] cut(byte[] json, Random random) {
    return java.util.Arrays.copyOf(json, random.nextInt(json.length));
  }

  private static Headers version() {
    return new RecordHeaders().add("version", "1".getBytes(UTF_8));
  }

  private <K, V> void write(Topic<K, V> topic, K key, V value) {
    Headers headers = new RecordHeaders();
    byte[] bytes = topic.value().serializer().serialize(topic.name(), headers, value);
    byte[] keyBytes = topic.key().serializer().serialize(topic.name(), key);
    sampleKeys.put(topic.name(), keyBytes);
    samples.put(topic.name(), bytes);
    add(topic, keyBytes, bytes, headers);
  }

  private void add(Topic<?, ?> topic, byte[] key, byte[] value, Headers headers) {
    long offset = next.merge(topic.name(), 1L, Long::sum) - 1;
    written.add(
        new ConsumerRecord<>(
            topic.name(),
            0,
            offset,
            NEW_YEAR_MILLIS,
            TimestampType.CREATE_TIME,
            0,
            0,
            key,
            value,
            headers,
            Optional.empty()));
  }

  /** A sink that starts now and reads everything. */
  private BoardSnapshot read() {
    MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("earliest");
    Map<TopicPartition, Long> ends = new HashMap<>();
    DeclaredPartitions.on(consumer, BoardReader.TOPICS);
    DeclaredPartitions.of(BoardReader.TOPICS)
        .forEach(
            partition ->
                ends.put(
                    partition,
                    partition.partition() == 0 ? next.getOrDefault(partition.topic(), 0L) : 0));
    Map<TopicPartition, Long> beginnings = new HashMap<>(ends);
    beginnings.replaceAll((partition, end) -> 0L);
    consumer.updateBeginningOffsets(beginnings);
    consumer.updateEndOffsets(ends);
    Clock clock = Clock.fixed(Instant.ofEpochMilli(NEW_YEAR_MILLIS), ZoneOffset.UTC);
    BoardReader reader = new BoardReader(consumer, null, any -> true, clock, shown -> {});
    reader.begin();
    written.forEach(consumer::addRecord);
    for (int poll = 0; poll < 100 && !reader.published().snapshot().ready(); poll++) {
      reader.advance();
    }
    return reader.published().snapshot();
  }
}
