package io.tidemark.ingest.ship;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.model.Refusal;
import io.tidemark.model.log.Position;
import io.tidemark.model.log.Slice;
import io.tidemark.model.log.SliceOrigin;
import io.tidemark.model.wire.Topics;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class KafkaOutletTest {

  private final MockProducer<byte[], byte[]> producer =
      new MockProducer<>(false, null, new ByteArraySerializer(), new ByteArraySerializer());
  private static final SliceOrigin HERE = new SliceOrigin("box-1", Map.of("pod", "train-0"));

  private final KafkaOutlet outlet = new KafkaOutlet(producer, HERE);
  private final List<String> acknowledged = new ArrayList<>();

  private static Slice slice(int bytes) {
    byte[] text = "x".repeat(bytes - 1).concat("\n").getBytes(UTF_8);
    return new Slice("g1", 0, bytes, 1, false, false, 10, 20, text);
  }

  @Test
  void aSliceTravelsUnderItsSourceAsItsTopicSays() {
    outlet.send("a.log", slice(5), () -> {});
    ProducerRecord<byte[], byte[]> sent = producer.history().get(0);
    assertThat(sent.topic()).isEqualTo("tidemark.lines");
    assertThat(new String(sent.key(), UTF_8)).isEqualTo("a.log");
    Slice read =
        Topics.LINES.value().deserializer().deserialize(sent.topic(), sent.headers(), sent.value());
    assertThat(read).usingRecursiveComparison().isEqualTo(slice(5).from(HERE));
  }

  @Test
  void aSliceKeepsTheLabelsOfItsPathBehindThoseOfTheOperator() {
    Map<String, String> path = Map.of("pod", "of-the-path", "container", "main");
    outlet.send("a.log", slice(5).from(new SliceOrigin(null, path)), () -> {});
    ProducerRecord<byte[], byte[]> sent = producer.history().get(0);
    Slice read =
        Topics.LINES.value().deserializer().deserialize(sent.topic(), sent.headers(), sent.value());
    assertThat(read.origin().labels()).isEqualTo(Map.of("pod", "train-0", "container", "main"));
  }

  @Test
  void aPositionTravelsUnderItsGenerationAsItsTopicSays() {
    Position position =
        new Position(
            "a.log",
            new Position.FileIdentity("file:///a.log", "(k)", 1),
            2,
            3,
            "m",
            true,
            new Position.Lineage(1, "@", "file:///a.log"));
    outlet.keep("g1", position, () -> {});
    ProducerRecord<byte[], byte[]> sent = producer.history().get(0);
    assertThat(sent.topic()).isEqualTo("tidemark.positions");
    assertThat(new String(sent.key(), UTF_8)).isEqualTo("g1");
    Position read =
        Topics.POSITIONS
            .value()
            .deserializer()
            .deserialize(sent.topic(), sent.headers(), sent.value());
    assertThat(read).isEqualTo(position);
  }

  @Test
  void anAcknowledgementIsActedOnWhenItIsSettled() {
    outlet.send("a.log", slice(5), () -> acknowledged.add("first"));
    outlet.send("a.log", slice(5), () -> acknowledged.add("second"));
    assertThat(outlet.settle()).isZero();
    producer.completeNext();
    assertThat(acknowledged).isEmpty();
    assertThat(outlet.settle()).isOne();
    producer.completeNext();
    assertThat(outlet.settle()).isOne();
    assertThat(acknowledged).containsExactly("first", "second");
  }

  @Test
  void thereIsNoRoomWhileTooMuchIsInFlight() {
    int sent = 0;
    while (outlet.hasRoom()) {
      outlet.send("a.log", slice(Slice.TARGET_BYTES), () -> {});
      sent++;
    }
    assertThat((long) sent * Slice.TARGET_BYTES).isEqualTo(4 << 20);
    producer.completeNext();
    assertThat(outlet.hasRoom()).isTrue();
  }

  @Test
  @Timeout(30)
  void whoeverWaitsForRoomGoesOnWhenHalfOfItIsFree() throws InterruptedException {
    while (outlet.hasRoom()) {
      outlet.send("a.log", slice(Slice.TARGET_BYTES), () -> {});
    }
    outlet.awaitRoom(Duration.ZERO);
    CountDownLatch room = new CountDownLatch(1);
    Thread waiting =
        new Thread(
            () -> {
              try {
                outlet.awaitRoom(Duration.ofMinutes(5));
                room.countDown();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    waiting.start();
    Awaitility.await().until(() -> waiting.getState() == Thread.State.TIMED_WAITING);
    for (int half = 2 << 20; half > Slice.TARGET_BYTES; half -= Slice.TARGET_BYTES) {
      producer.completeNext();
    }
    assertThat(room.getCount()).as("less than half is free").isOne();
    producer.completeNext();
    room.await();
    waiting.join();
  }

  /** Keeps only the callback of each record, like a producer that has compressed it. */
  private static final class Compressing extends MockProducer<byte[], byte[]> {
    private final List<Callback> callbacks = new ArrayList<>();

    @Override
    public synchronized Future<RecordMetadata> send(
        ProducerRecord<byte[], byte[]> record, Callback callback) {
      callbacks.add(callback);
      return new CompletableFuture<>();
    }
  }

  @Test
  void aSliceThatTheProducerHasTakenIsNotHeldUntilItIsAcknowledged() {
    Compressing compressing = new Compressing();
    try (KafkaOutlet taking = new KafkaOutlet(compressing, HERE)) {
      WeakReference<byte[]> bytes = sent(taking);
      for (int i = 0; i < 100 && bytes.get() != null; i++) {
        System.gc();
      }
      assertThat(bytes.get()).isNull();
      assertThat(taking.idle()).isFalse();
      assertThat(compressing.callbacks).hasSize(1);
    }
  }

  private static WeakReference<byte[]> sent(KafkaOutlet outlet) {
    Slice slice = slice(5);
    outlet.send("a.log", slice, () -> {});
    return new WeakReference<>(slice.bytes());
  }

  @Test
  void aSendThatFailedForGoodIsThrownAndItsSliceNotAcknowledged() {
    outlet.send("a.log", slice(5), () -> acknowledged.add("first"));
    producer.errorNext(new RecordTooLargeException("too large"));
    assertThatThrownBy(outlet::settle)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("too large")
        .hasCauseInstanceOf(RecordTooLargeException.class);
    assertThat(acknowledged).isEmpty();
  }

  @Test
  void aBrokerThatIsAwayIsWaitedForAndReadingWithIt() {
    try (KafkaOutlet unheard =
        KafkaOutlet.open(Map.of("bootstrap.servers", "127.0.0.1:1", "max.block.ms", 10), HERE)) {
      unheard.send("a.log", slice(5), () -> acknowledged.add("first"));
      unheard.send("a.log", slice(5), () -> acknowledged.add("second"));
      assertThat(unheard.hasRoom()).isFalse();
      assertThat(unheard.settle()).isZero();
      assertThat(acknowledged).isEmpty();
    }
  }

  @Test
  void whatWouldUndoThePromiseIsRefused() {
    refused(Map.of(), "bootstrap.servers: none given");
    refused(Map.of("bootstrap.servers", "h:1", "acks", "1"), "acks: found '1'; want 'all'");
    refused(
        Map.of("bootstrap.servers", "h:1", "enable.idempotence", false),
        "enable.idempotence: found 'false'; want 'true'");
    refused(
        Map.of("bootstrap.servers", "h:1", "transactional.id", "t"),
        "transactional.id: found 't'; want none");
    refused(Map.of("bootstrap.servers", "no port"), "bootstrap.servers");
    refused(Map.of("bootstrap.servers", "localhost:1", "linger.ms", "soon"), "linger.ms");
  }

  private static void refused(Map<String, Object> kafka, String sentence) {
    assertThatThrownBy(() -> KafkaOutlet.open(kafka, HERE).close())
        .isInstanceOf(Refusal.class)
        .hasMessageContaining(sentence);
  }

  @Test
  void theUsersPropertiesReplaceDefaultsButNotThePromise() {
    Map<String, Object> config =
        ClientConfig.producerOf(Map.of("linger.ms", 50, "max.request.size", 10, "sasl.x", "y"));
    assertThat(config)
        .containsEntry(ProducerConfig.LINGER_MS_CONFIG, 50)
        .containsEntry("sasl.x", "y")
        .containsEntry(ProducerConfig.COMPRESSION_TYPE_CONFIG, "lz4")
        .containsEntry(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true)
        .containsEntry(ProducerConfig.ACKS_CONFIG, "all")
        .containsEntry(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, Topics.MAX_RECORD_BYTES);
  }
}
