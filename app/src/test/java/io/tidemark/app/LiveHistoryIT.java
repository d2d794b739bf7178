package io.tidemark.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidemark.model.Samples;
import io.tidemark.model.event.EventBatch;
import io.tidemark.model.event.MemoryEvent;
import io.tidemark.model.wire.Topics;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests a growing log in a real Prometheus, snapshot by snapshot, while programs are killed. */
@Tag("slow")
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class LiveHistoryIT {

  private static final Path LOG = Samples.root().resolve("examples/tenstorrent.log");
  private static final String USED =
      "tidemark_memory_used_bytes{instance=\"live\",memory=\"DRAM\"}";

  private static final int PIECES = 5;

  @TempDir Path folder;
  private final List<Program> running = new ArrayList<>();

  private Program start(String name, Object... arguments) throws Exception {
    Program program = Program.start(folder.resolve(name + ".txt"), arguments);
    running.add(0, program);
    return program;
  }

  @AfterEach
  void end() {
    running.forEach(Program::close);
  }

  private Program sink(String name, String broker, int port, Prometheus prometheus)
      throws Exception {
    return start(
        name,
        "sink",
        "--bootstrap-servers",
        broker,
        "--config",
        config(),
        "--port",
        port,
        "--remote-write",
        prometheus.receiver());
  }

  /** Appends in pieces, since everything read in one millisecond is one sample. */
  private void append(String broker, Path log, byte[] text, int third) throws Exception {
    for (int piece = PIECES * third; piece < PIECES * (third + 1); piece++) {
      int before = published(broker).size();
      int from = text.length * piece / (3 * PIECES);
      int to = text.length * (piece + 1) / (3 * PIECES);
      Files.write(log, Arrays.copyOfRange(text, from, to), StandardOpenOption.APPEND);
      await().atMost(1, TimeUnit.MINUTES).until(() -> published(broker).size() > before);
    }
  }

  private Path config() {
    return Apart.clientFile(folder.resolve("broker"));
  }

  /** The published values of DRAM; of one millisecond, the highest use. */
  private SortedMap<Long, Double> published(String broker) {
    SortedMap<Long, Double> published = new TreeMap<>();
    Map<String, Object> reading = Apart.clientOf(folder.resolve("broker"), broker);
    reading.put("isolation.level", "read_committed");
    try (KafkaConsumer<byte[], EventBatch> consumer =
        new KafkaConsumer<>(
            reading, new ByteArrayDeserializer(), Topics.EVENTS.value().deserializer())) {
      List<TopicPartition> partitions =
          consumer.partitionsFor(Topics.EVENTS.name()).stream()
              .map(one -> new TopicPartition(one.topic(), one.partition()))
              .toList();
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
      while (ends.entrySet().stream()
          .anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
        consumer.poll(Duration.ofMillis(100)).forEach(record -> take(record.value(), published));
      }
    }
    return published;
  }

  private static void take(EventBatch batch, SortedMap<Long, Double> published) {
    for (MemoryEvent event : batch.events()) {
      if (event instanceof MemoryEvent.Snapshot snapshot) {
        snapshot.memories().stream()
            .filter(view -> view.memory().equals("DRAM"))
            .forEach(
                view -> published.merge(event.timeMillis(), (double) view.usedBytes(), Math::max));
      }
    }
  }

  private void awaitComplete(String broker, Prometheus prometheus) {
    await()
        .atMost(2, TimeUnit.MINUTES)
        .untilAsserted(
            () -> {
              SortedMap<Long, Double> published = published(broker);
              assertThat(prometheus.samples(USED + "[1h]", Instant.now())).isEqualTo(published);
            });
  }

  @Test
  void whatWasWrittenWhileEitherWasDeadIsThereToo() throws Exception {
    String broker =
        start("broker", "broker", "--port", 0, "--data", folder.resolve("broker"))
            .awaitAddress("broker on ");
    Path state = folder.resolve("one");
    start("one", "streams", "--bootstrap-servers", broker, "--config", config(), "--state", state);
    byte[] text = Files.readAllBytes(LOG);
    Path log = Files.write(folder.resolve("grown.log"), new byte[0]);
    start("ingest", "ingest", "--bootstrap-servers", broker, "--config", config(), log);
    try (Prometheus prometheus = Prometheus.start(folder)) {
      Program first = sink("first", broker, 0, prometheus);
      String address = first.awaitAddress("page and metrics on ");
      String metrics = address + "/metrics";
      append(broker, log, text, 0);
      awaitComplete(broker, prometheus);

      prometheus.kill();
      append(broker, log, text, 1);
      await()
          .atMost(1, TimeUnit.MINUTES)
          .until(() -> !Program.body(metrics).contains("outcome=\"repeated\"} 0.0"));
      prometheus.startAgain();
      awaitComplete(broker, prometheus);

      first.kill();
      append(broker, log, text, 2);
      sink("second", broker, Program.port(address), prometheus);
      awaitComplete(broker, prometheus);

      assertThat(published(broker)).hasSizeGreaterThan(3 * PIECES - 1);
      assertThat(Program.body(metrics)).contains("outcome=\"dropped\"} 0.0");
      assertThat(
              prometheus.results(
                  "tidemark_run_info{mode=\"live\",job=\"tidemark\",source=\"%sgrown.log\"}"
                      .formatted(Apart.HOST),
                  Instant.now()))
          .hasSize(1);
    }
  }
}
