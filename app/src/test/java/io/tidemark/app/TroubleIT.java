package io.tidemark.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidemark.app.simulate.Format;
import io.tidemark.app.simulate.Scenario;
import io.tidemark.app.simulate.Simulated;
import io.tidemark.model.wire.Topics;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests typical failures of a streams job in production, one after another, on a real broker. */
@Tag("slow")
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class TroubleIT {

  /** Longer than the job's transaction time-out and its session time-out. */
  private static final Duration LONGER_THAN_A_TRANSACTION = Duration.ofSeconds(15);

  @TempDir Path folder;
  private Apart programs = new Apart(Path.of(""));

  @BeforeEach
  void begin() {
    programs = new Apart(folder);
  }

  @AfterEach
  void end() {
    programs.close();
  }

  @Test
  void poisonAStandstillAndALostStateFolderLoseAndRepeatNothing() throws Exception {
    byte[] text = Simulated.bytes(Format.TENSTORRENT, Scenario.STEADY, 20_000, 5);
    Path log = folder.resolve("grown.log");
    programs.broker(0);
    programs.sink();
    Program streams = programs.streams("one");
    append(log, text, 0);
    programs.ingest(log);
    programs.awaitBody("/api/v1/state", "\"snapshots\"");

    poison();
    append(log, text, 1);
    awaitDeadLetter(Apart.HOST + "grown.log", "no slice of ours");

    streams.signal("STOP");
    append(log, text, 2);
    long from = System.nanoTime();
    await()
        .atMost(LONGER_THAN_A_TRANSACTION.multipliedBy(2))
        .until(() -> System.nanoTime() - from > LONGER_THAN_A_TRANSACTION.toNanos());
    streams.signal("CONT");
    append(log, text, 3);
    programs.awaitCounted(lines(text) * 3 / 4);

    streams.kill();
    delete(programs.state("one"));
    programs.streams("one");
    append(log, text, 4);

    programs.awaitState(programs.whole(log));
    assertThat(programs.body("/metrics"))
        .containsPattern("tidemark_records_unreadable_total\\{.*topic=\"tidemark.usage\".*} 1.0");
  }

  private static long lines(byte[] text) {
    return new String(text, UTF_8).chars().filter(c -> c == '\n').count();
  }

  private static void append(Path log, byte[] text, int portion) throws Exception {
    Files.write(
        log,
        Arrays.copyOfRange(text, text.length * portion / 5, text.length * (portion + 1) / 5),
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
  }

  /** Writes records of other producers: one that is no slice, and a state of an unknown version. */
  private void poison() throws Exception {
    Map<String, Object> config = programs.client();
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer())) {
      byte[] key = (Apart.HOST + "grown.log").getBytes(UTF_8);
      byte[] text = "no slice of ours".getBytes(UTF_8);
      producer.send(new ProducerRecord<>(Topics.LINES.name(), key, text)).get();
      byte[] memory = (Apart.HOST + "grown.log#1|0|DRAM").getBytes(UTF_8);
      ProducerRecord<byte[], byte[]> foreign =
          new ProducerRecord<>(Topics.USAGE.name(), memory, "{}".getBytes(UTF_8));
      foreign.headers().add(new RecordHeader("version", "999".getBytes(UTF_8)));
      producer.send(foreign).get();
    }
  }

  private void awaitDeadLetter(String key, String value) {
    Map<String, Object> config = programs.client();
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      List<TopicPartition> all = List.of(new TopicPartition(Topics.DEAD_LETTERS.name(), 0));
      consumer.assign(all);
      consumer.seekToBeginning(all);
      await()
          .atMost(Apart.PATIENCE)
          .untilAsserted(
              () ->
                  assertThat(consumer.poll(Duration.ofSeconds(1)))
                      .anySatisfy(
                          letter -> {
                            assertThat(new String(letter.key(), UTF_8)).isEqualTo(key);
                            assertThat(new String(letter.value(), UTF_8)).isEqualTo(value);
                          }));
    }
  }

  private static void delete(Path state) throws Exception {
    try (Stream<Path> files = Files.walk(state)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
