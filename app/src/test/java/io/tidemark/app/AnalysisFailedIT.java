package io.tidemark.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidemark.ingest.own.ProcessSpace;
import io.tidemark.model.Samples;
import io.tidemark.model.wire.Json;
import io.tidemark.model.wire.Topics;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** One of two logs triggers a bug of the streams job; the programs run in separate processes. */
@Tag("slow")
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class AnalysisFailedIT {

  private static final String FAILED =
      "tidemark_run_analysis_failed_offset_bytes{host=\"%s\",run=\"%sbad.log#1\",step=\"apply\"}"
          .formatted(ProcessSpace.host(), Apart.HOST);
  private static final String LINE = "one more line\n";

  @TempDir Path folder;
  private Apart programs = new Apart(Path.of(""));
  private Path good = Path.of("");
  private Path bad = Path.of("");
  private int starts;

  @BeforeEach
  void begin() throws Exception {
    programs = new Apart(folder);
    byte[] log = Files.readAllBytes(Samples.root().resolve("examples/tenstorrent.log"));
    Path logs = Files.createDirectory(folder.resolve("logs"));
    good = Files.write(logs.resolve("good.log"), log);
    bad = Files.write(logs.resolve("bad.log"), log);
    append(bad, "a line of poison\n");
  }

  @AfterEach
  void end() {
    programs.close();
  }

  private Program faulty() throws Exception {
    return faulty(
        programs.bootstrapServers(), programs.brokerFolder(), folder.resolve("one"), "one");
  }

  private Program faulty(String broker, Path data, Path state, String instance) throws Exception {
    Path client = Apart.clientFile(data);
    programs.start("topics", "topics", "--bootstrap-servers", broker, "--config", client).exit();
    List<String> classes =
        List.of("app/target/tidemark.jar", "app/target/test-classes").stream()
            .map(part -> Samples.root().resolve(part).toString())
            .toList();
    ProcessBuilder java =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+UseSerialGC",
            "-Xmx512m",
            "-cp",
            String.join(File.pathSeparator, classes),
            "io.tidemark.streams.FaultyStreams",
            broker,
            client.toString(),
            state.toString(),
            instance);
    return programs.own(Program.of(java, folder.resolve("faulty-%d.txt".formatted(starts++))));
  }

  private static void append(Path log, String text) throws IOException {
    Files.writeString(log, text, StandardOpenOption.APPEND);
  }

  private JsonNode run(String id) throws InterruptedException {
    return Json.MAPPER.readTree(programs.state()).path("runs").path(id);
  }

  private void awaitRead(String id, long bytes) {
    await()
        .atMost(Apart.PATIENCE)
        .until(() -> run(id).path("status").path("nextOffset").asLong() == bytes);
  }

  private long deadLetters() {
    Map<String, Object> client = new HashMap<>(programs.client());
    client.put("isolation.level", "read_committed");
    TopicPartition letters = new TopicPartition(Topics.DEAD_LETTERS.name(), 0);
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(client, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      consumer.assign(List.of(letters));
      consumer.seekToBeginning(List.of(letters));
      long end = consumer.endOffsets(List.of(letters)).getOrDefault(letters, 0L);
      long count = 0;
      while (consumer.position(letters) < end) {
        count += consumer.poll(Apart.PATIENCE).count();
      }
      return count;
    }
  }

  @Test
  void theRunEndsOnceThroughKillsAndTheNextLinesAreTheNextRun() throws Exception {
    programs.broker(0);
    programs.sink();
    Program streams = faulty();
    programs.ingest(good, bad);
    programs.awaitBody("/metrics", FAILED);
    for (int kill = 1; kill <= 3; kill++) {
      streams.kill();
      append(good, LINE);
      append(bad, LINE);
      streams = faulty();
      awaitRead("good.log#1", Files.size(good));
      awaitRead("bad.log#2", Files.size(bad));
    }

    JsonNode failed = run("bad.log#1").path("status");
    JsonNode next = run("bad.log#2").path("status");
    assertThat(failed.path("analysisFailure").path("sourceIgnored").asBoolean()).isFalse();
    assertThat(failed.path("gaps").asInt()).isEqualTo(1);
    assertThat(next.path("lines").path("ignored").asInt()).isEqualTo(3);
    assertThat(next.path("gaps").asInt()).isZero();
    assertThat(next.has("analysisFailure")).isFalse();
    assertThat(run("bad.log#3").isMissingNode()).isTrue();
    assertThat(deadLetters()).isEqualTo(1);
    JsonNode whole = Json.MAPPER.readTree(programs.whole(good)).path("runs");
    assertThat(run("good.log#1")).isEqualTo(whole.path("good.log#1"));
  }

  @Test
  void theThirdFailureSilencesTheSourceUntilARestart() throws Exception {
    programs.broker(0);
    programs.sink();
    Program streams = faulty();
    programs.ingest(good, bad);
    programs.awaitBody("/metrics", FAILED);
    for (int run = 2; run <= 3; run++) {
      append(bad, "poison\n");
      programs.awaitBody("/metrics", FAILED.replace("#1", "#" + run));
    }
    programs.awaitBody("/metrics", "tidemark_sources_ignored 1.0");
    long silenced = Files.size(bad);
    long gap = run("bad.log#3").path("status").path("gapBytes").asLong();
    append(bad, LINE);
    append(good, LINE);
    awaitRead("good.log#1", Files.size(good));

    streams.kill();
    faulty();
    append(bad, LINE);

    awaitRead("bad.log#4", Files.size(bad));
    programs.awaitBody("/metrics", "tidemark_sources_ignored 0.0");
    JsonNode next = run("bad.log#4").path("status");
    long read = LINE.length() * next.path("lines").path("ignored").asLong();
    // What was dropped is in the failed run's gap if it was committed before the kill, else read.
    long dropped = run("bad.log#3").path("status").path("gapBytes").asLong() - gap;
    assertThat(read + next.path("gapBytes").asLong() + dropped)
        .isEqualTo(Files.size(bad) - silenced);
  }

  @Test
  void watchingOnceEndsWithACodeAndThePlaceOfTheFailure() throws Exception {
    Path data = folder.resolve("data");
    Program broker = programs.start("broker", "broker", "--port", 0, "--data", data);
    String address = broker.awaitAddress("broker on ");
    Path client = Apart.clientFile(data);
    Program sink =
        programs.start(
            "sink", "sink", "--bootstrap-servers", address, "--config", client, "--port", 0);
    String page = sink.awaitAddress("page and metrics on ");
    Program streams = faulty(address, data, data.resolve("streams"), "watch");
    Program ingest =
        programs.start(
            "ingest", "ingest", "--bootstrap-servers", address, "--config", client, good, bad);
    Program.awaitBody(page + "/metrics", FAILED);
    ingest.stop();
    streams.kill();
    sink.stop();
    broker.stop();

    Program once = programs.start("once", "watch", "--once", "--data", data, good, bad);

    assertThat(once.exit()).describedAs(once.complained()).isEqualTo(1);
    assertThat(once.complained())
        .contains("tidemark: " + Apart.HOST + "bad.log#1: analysis failed at byte");
    assertThat(once.printed()).contains("good.log#1", "ANALYSIS FAILED AT BYTE");
  }
}
