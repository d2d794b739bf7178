package io.tidemark.ingest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tidemark.ingest.checkpoint.SourceNaming;
import io.tidemark.ingest.find.Finder;
import io.tidemark.ingest.follow.RotationPolicy;
import io.tidemark.ingest.follow.Setup;
import io.tidemark.ingest.follow.Time;
import io.tidemark.ingest.generation.SourceProgress;
import io.tidemark.ingest.own.OwnerSession;
import io.tidemark.ingest.own.OwnersLog;
import io.tidemark.ingest.own.Ownership;
import io.tidemark.ingest.rotation.Appearances;
import io.tidemark.ingest.ship.KafkaOutlet;
import io.tidemark.ingest.ship.StoredCheckpoints.Read;
import io.tidemark.model.Refusal;
import io.tidemark.model.log.OwnerRecord;
import io.tidemark.model.log.Position;
import io.tidemark.model.log.SliceOrigin;
import io.tidemark.model.log.TailerProcess;
import io.tidemark.model.wire.Topics;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class IngestTest {

  @TempDir Path folder;

  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();

  private static MockProducer<byte[], byte[]> producer(boolean acknowledgesAtOnce) {
    return new MockProducer<>(
        acknowledgesAtOnce, null, new ByteArraySerializer(), new ByteArraySerializer());
  }

  private Ingest start(MockProducer<byte[], byte[]> producer, Map<String, Position> known) {
    Finder finder = Finder.of(List.of(folder.toString()), false);
    Setup setup =
        new Setup(
            finder,
            false,
            false,
            new ByteArrayInputStream(new byte[0]),
            RotationPolicy.DEFAULT,
            SourceNaming.PLAIN,
            Appearances.none());
    TailerProcess self = new TailerProcess("this", "box-1", 1, 1, null);
    Ownership ownership = new Ownership(self, process -> false);
    long now = Time.SYSTEM.steadyMillis();
    BrokerClients connections =
        new BrokerClients(
            new KafkaOutlet(producer, new SliceOrigin("box-1", Map.of())),
            new OwnerSession(ownership, new LoneLog(), now),
            new Read(known, List.of()),
            Optional::empty,
            () -> 0,
            () -> {});
    return Ingest.start(setup, connections, meters);
  }

  /** A log that no other tailer writes to. */
  private static final class LoneLog implements OwnersLog {
    private final Queue<Consumer<Reader>> records = new ArrayDeque<>();

    @Override
    public void poll(Duration patience, Reader reader) {
      while (!records.isEmpty()) {
        records.remove().accept(reader);
      }
    }

    @Override
    public boolean write(String key, OwnerRecord record) {
      records.add(
          reader -> {
            if (record == null) {
              reader.onTombstone(key);
            } else {
              reader.onRecord(key, record);
            }
          });
      return true;
    }
  }

  private void write(String name, String text) throws IOException {
    Path path = folder.resolve(name);
    Files.writeString(path, text, UTF_8, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  private static void await(Callable<Boolean> condition) {
    Awaitility.await()
        .atMost(Duration.ofSeconds(20))
        .pollInterval(Duration.ofMillis(5))
        .until(condition);
  }

  private static String shipped(MockProducer<byte[], byte[]> producer) {
    return producer.history().stream()
        .filter(sent -> sent.topic().equals(Topics.LINES.name()))
        .map(sent -> new String(sent.value(), UTF_8))
        .reduce("", String::concat);
  }

  /** The stored positions of files. */
  private static Map<String, Position> kept(MockProducer<byte[], byte[]> producer) {
    Map<String, Position> kept = new LinkedHashMap<>(stored(producer));
    kept.values().removeIf(position -> position.file().fileKey() == null);
    return kept;
  }

  private static Map<String, Position> stored(MockProducer<byte[], byte[]> producer) {
    Map<String, Position> kept = new LinkedHashMap<>();
    for (ProducerRecord<byte[], byte[]> sent : producer.history()) {
      if (sent.topic().equals(Topics.POSITIONS.name())) {
        kept.put(
            new String(sent.key(), UTF_8),
            Topics.POSITIONS
                .value()
                .deserializer()
                .deserialize(sent.topic(), sent.headers(), sent.value()));
      }
    }
    return kept;
  }

  @Test
  void aLogIsFollowedToldOfAndGoneOnWithAfterARestart() throws IOException {
    write("a.log", "one\ntwo\n");
    MockProducer<byte[], byte[]> before = producer(true);
    try (Ingest ingest = start(before, Map.of())) {
      await(() -> ingest.drained() && ingest.progress().size() == 1);
      SourceProgress progress = ingest.progress().get(0);
      assertThat(progress.source()).isEqualTo("a.log");
      assertThat(progress.label()).isEqualTo(folder.resolve("a.log").toString());
      assertThat(progress.shippedBytes()).isEqualTo(8).isEqualTo(progress.sizeBytes());
      write("a.log", "three\nunfini");
      await(ingest::drained);
      assertThatCode(ingest::check).doesNotThrowAnyException();
    }
    write("a.log", "shed\n");
    MockProducer<byte[], byte[]> after = producer(true);
    try (Ingest ingest = start(after, kept(before))) {
      await(() -> ingest.drained() && !ingest.progress().isEmpty());
    }
    assertThat(shipped(before)).isEqualTo("one\ntwo\nthree\n");
    assertThat(shipped(after)).isEqualTo("unfinished\n");
    assertThat(kept(after).keySet()).isEqualTo(kept(before).keySet());
  }

  @Test
  void theMetersAddUp() throws IOException {
    write("a.log", "one\ntwo\nhalf");
    try (Ingest ingest = start(producer(true), Map.of())) {
      await(() -> ingest.drained() && meters.find("tidemark.file.size").gauge() != null);
      assertThat(meters.get("tidemark.lines.read").functionCounter().count()).isEqualTo(2);
      assertThat(meters.get("tidemark.lines.shipped").functionCounter().count()).isEqualTo(2);
      assertThat(meters.get("tidemark.file.offset").tag("source", "a.log").gauge().value())
          .isEqualTo(8);
      assertThat(meters.get("tidemark.file.size").tag("source", "a.log").gauge().value())
          .isEqualTo(12);
    }
  }

  @Test
  void onlySoManyLogsHaveGaugesOfTheirOwn() throws IOException {
    for (int i = 0; i < IngestMeters.MAX_SOURCES + 5; i++) {
      write("log" + i, "line\n");
    }
    try (Ingest ingest = start(producer(true), Map.of())) {
      await(() -> ingest.drained() && meters.find("tidemark.file.size").gauge() != null);
      assertThat(ingest.progress()).hasSize(IngestMeters.MAX_SOURCES + 5);
      assertThat(meters.find("tidemark.file.size").gauges()).hasSize(IngestMeters.MAX_SOURCES);
    }
  }

  @Test
  void nothingIsDrainedAndNoPositionPassesWhatTheBrokerHasNotAcknowledged() throws IOException {
    write("a.log", "one\n");
    MockProducer<byte[], byte[]> producer = producer(false);
    try (Ingest ingest = start(producer, Map.of())) {
      await(() -> !producer.history().isEmpty());
      assertThat(shipped(producer)).as("before its claim is kept").isEmpty();
      // Since when the list is followed, the claim of the log, and what its first lines are.
      for (int records = 1; records <= 3; records++) {
        int sent = records;
        await(() -> producer.history().size() >= sent);
        assertThat(shipped(producer)).as("before its claim is kept").isEmpty();
        producer.completeNext();
      }
      await(() -> !shipped(producer).isEmpty());
      assertThat(ingest.drained()).isFalse();
    }
    assertThat(kept(producer).values()).extracting(Position::offset).containsExactly(0L);
  }

  @Test
  void aBrokerThatRefusesEndsTheTailerAndTheCheckTellsWhy() throws IOException {
    write("a.log", "one\n");
    MockProducer<byte[], byte[]> producer = producer(false);
    try (Ingest ingest = start(producer, Map.of())) {
      await(() -> !producer.history().isEmpty());
      producer.errorNext(new AuthorizationException("not allowed here"));
      Awaitility.await()
          .untilAsserted(
              () -> assertThatThrownBy(ingest::check).isInstanceOf(IllegalStateException.class));
      assertThatThrownBy(ingest::check)
          .hasMessageContaining("not allowed here")
          .hasRootCauseInstanceOf(AuthorizationException.class);
      assertThat(ingest.drained()).isFalse();
    }
  }

  @Test
  void wrongLogsAreRefusedBeforeAnyBrokerIsAsked() {
    List<String> logs = List.of(folder + "/none/a.log");
    IngestConfig config =
        new IngestConfig(
            Map.of("bootstrap.servers", "127.0.0.1:1"), logs, IngestConfig.From.START, false);
    assertThatThrownBy(() -> Ingest.open(config, meters))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("does not exist");
  }
}
