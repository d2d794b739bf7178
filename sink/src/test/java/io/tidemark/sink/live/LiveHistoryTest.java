package io.tidemark.sink.live;

import static io.tidemark.sink.Made.NEW_YEAR_MILLIS;
import static io.tidemark.sink.Made.RUN;
import static io.tidemark.sink.Made.status;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.event.EventBatch;
import io.tidemark.model.event.MemoryEvent;
import io.tidemark.model.event.MemoryView;
import io.tidemark.model.log.LogPosition;
import io.tidemark.model.wire.Topics;
import io.tidemark.sink.board.BoardBuilder;
import io.tidemark.sink.figure.BoardMeter;
import io.tidemark.sink.history.HistoryWriter;
import io.tidemark.sink.history.Series;
import io.tidemark.sink.read.DeclaredPartitions;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A kill at any step: the receiver must hold what a single sender would have sent. */
class LiveHistoryTest {

  private static final TopicPartition FIRST = new TopicPartition(Topics.EVENTS.name(), 0);
  private static final int STEPS = 12;

  /**
   * A receiver that accepts a repeated sample, but never two values for one time, like Prometheus.
   */
  private static final class Receiver implements HistoryWriter {
    final Map<String, NavigableMap<Long, Double>> lines = new TreeMap<>();
    int received;

    @Override
    public void write(Series series, long millis, double value) {
      // The run's labels and alerts come from the board, and are sent again after each restart.
      received += series.meter() == BoardMeter.USED ? 1 : 0;
      String name = series.meter() + series.labels().toString();
      Double before = lines.computeIfAbsent(name, any -> new TreeMap<>()).put(millis, value);
      assertThat(before).as("%s at %d", name, millis).isIn(null, value);
    }

    @Override
    public void finish() {}

    @Override
    public void close() {}
  }

  private static final class Hand extends Clock {
    long millis = NEW_YEAR_MILLIS;

    @Override
    public long millis() {
      return millis;
    }

    @Override
    public Instant instant() {
      return Instant.ofEpochMilli(millis);
    }

    @Override
    public ZoneOffset getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(java.time.ZoneId zone) {
      return this;
    }
  }

  private final BoardBuilder board = new BoardBuilder();
  private final Hand clock = new Hand();
  private final Receiver receiver = new Receiver();
  private final List<ConsumerRecord<byte[], byte[]>> topic = new ArrayList<>();
  private Map<TopicPartition, OffsetAndMetadata> committed = new HashMap<>();

  private final class Sender {
    /** The mock drops commits at an assignment, unlike a broker. */
    private final MockConsumer<byte[], byte[]> consumer =
        new MockConsumer<>("earliest") {
          @Override
          public synchronized Map<TopicPartition, OffsetAndMetadata> committed(
              Set<TopicPartition> partitions) {
            return committed;
          }

          @Override
          public synchronized void commitSync(Map<TopicPartition, OffsetAndMetadata> offsets) {
            committed = offsets;
          }
        };

    private final LiveHistory history =
        new LiveHistory(consumer, () -> board.snapshot(), receiver, clock, any -> true);
    private int read;

    Sender() {
      DeclaredPartitions.on(consumer, List.of(Topics.EVENTS));
      history.begin();
      read = (int) consumer.position(FIRST);
    }

    void advance() throws IOException {
      while (read < topic.size()) {
        consumer.addRecord(topic.get(read++));
      }
      history.advance();
    }
  }

  private void write(MemoryEvent event) {
    Headers headers = new RecordHeaders();
    EventBatch batch = new EventBatch(List.of(event));
    byte[] value = Topics.EVENTS.value().serializer().serialize(FIRST.topic(), headers, batch);
    byte[] key = Topics.EVENTS.key().serializer().serialize(FIRST.topic(), RUN);
    topic.add(
        new ConsumerRecord<>(
            FIRST.topic(),
            FIRST.partition(),
            topic.size(),
            event.timeMillis(),
            TimestampType.CREATE_TIME,
            0,
            0,
            key,
            value,
            headers,
            Optional.empty()));
  }

  private static MemoryEvent snapshot(long millis, long used) {
    MemoryView view = new MemoryView("DRAM", 1, 100, used, 100 - used, 100 - used);
    return new MemoryEvent.Snapshot(
        new LogPosition(millis, millis), "0", null, null, List.of(view));
  }

  private void step(int number) {
    long now = NEW_YEAR_MILLIS + 700L * number;
    clock.millis = now;
    if (number == STEPS - 1) {
      write(new MemoryEvent.RunEnded(new LogPosition(now, now), "over"));
      board.applyRun(RUN, status("g1", number, now));
    } else {
      write(snapshot(now - 300, 10 + number));
      // Two samples of one millisecond, of which the higher one counts.
      write(snapshot(now - 300, 50 - number));
      board.applyRun(RUN, status("g1", number, null));
    }
  }

  private Map<String, NavigableMap<Long, Double>> sentWithKillBefore(int kill) throws IOException {
    Sender sender = new Sender();
    for (int number = 0; number < STEPS; number++) {
      step(number);
      if (number == kill) {
        sender = new Sender();
      }
      sender.advance();
    }
    clock.millis += 5_000;
    sender.advance();
    return receiver.lines;
  }

  @Test
  void aKillBeforeAnyStepLosesNothingAndContradictsNothing() throws Exception {
    Map<String, NavigableMap<Long, Double>> whole = new LiveHistoryTest().sentWithKillBefore(-1);
    NavigableMap<Long, Double> used =
        whole.entrySet().stream()
            .filter(line -> line.getKey().startsWith("USED"))
            .map(Map.Entry::getValue)
            .findFirst()
            .orElseThrow();
    assertThat(used).hasSize(STEPS);
    assertThat(used.firstEntry()).isEqualTo(Map.entry(NEW_YEAR_MILLIS - 300, 50.0));
    assertThat(HistoryWriter.stale(used.lastEntry().getValue())).isTrue();
    for (int kill = 1; kill < STEPS; kill++) {
      assertThat(new LiveHistoryTest().sentWithKillBefore(kill))
          .as("killed before step %d", kill)
          .isEqualTo(whole);
    }
  }

  @Test
  void whatWasSentIsReadAgainButNotSentAgain() throws Exception {
    Sender sender = new Sender();
    for (int number = 0; number < 8; number++) {
      step(number);
      sender.advance();
    }
    clock.millis += 2_000;
    sender.advance();
    int before = receiver.received;

    new Sender().advance();

    assertThat(receiver.received).isEqualTo(before).isEqualTo(8);
  }

  @Test
  void anOpenRunHoldsItsFirstEventAndAnEndedOneDoesNot() throws Exception {
    Sender sender = new Sender();
    step(0);
    step(1);
    clock.millis += 2_000;
    sender.advance();
    assertThat(committed.get(FIRST)).isEqualTo(new OffsetAndMetadata(0, "4"));

    step(STEPS - 1);
    clock.millis += 2_000;
    sender.advance();

    assertThat(committed.get(FIRST)).isEqualTo(new OffsetAndMetadata(5, "5"));
  }

  @Test
  void aRunThatTheBoardDoesNotKnowYetIsSentAndNamedLater() throws Exception {
    Sender sender = new Sender();
    write(snapshot(NEW_YEAR_MILLIS, 7));
    clock.millis += 2_000;
    sender.advance();
    assertThat(receiver.lines.keySet())
        .anyMatch(line -> line.startsWith("USED"))
        .noneMatch(line -> line.startsWith("RUN{"));

    board.applyRun(RUN, status("g1", 1, null));
    clock.millis += 2_000;
    sender.advance();

    assertThat(receiver.lines.keySet()).anyMatch(line -> line.startsWith("RUN{"));
  }

  private void later(Sender sender, long millis) throws IOException {
    clock.millis += millis;
    sender.advance();
  }

  private List<Double> used() {
    return receiver.lines.entrySet().stream()
        .filter(line -> line.getKey().startsWith(BoardMeter.USED.toString()))
        .flatMap(line -> line.getValue().values().stream())
        .toList();
  }

  @Test
  void aLogThatIsReadLateHasNoSamplesInTimesOfWhichEventsAreStillToCome() throws IOException {
    clock.millis = NEW_YEAR_MILLIS + 3_600_000;
    board.applyRun(RUN, status("g1", 1, null));
    Sender sender = new Sender();
    write(snapshot(NEW_YEAR_MILLIS, 7));
    later(sender, 2_000);
    write(snapshot(NEW_YEAR_MILLIS + 300_000, 90));
    later(sender, 2_000);
    write(snapshot(NEW_YEAR_MILLIS + 301_000, 20));
    later(sender, 2_000);
    later(sender, 5_000);

    // One repetition of the first value, since five minutes without a sample would hide it.
    assertThat(used()).containsExactly(7.0, 7.0, 90.0, 20.0);
  }

  @Test
  void aRunThatEndsBeforeTheBoardKnowsItIsSentWhenTheBoardDoes() throws IOException {
    Sender sender = new Sender();
    write(snapshot(NEW_YEAR_MILLIS, 7));
    write(new MemoryEvent.RunEnded(new LogPosition(1, NEW_YEAR_MILLIS + 1), "over"));
    later(sender, 2_000);
    board.applyRun(RUN, status("g1", 1, NEW_YEAR_MILLIS + 1));
    later(sender, 2_000);

    assertThat(used()).contains(7.0);
  }

  @Test
  void anOffsetThatSomebodyResetIsWhereSendingBegins() throws IOException {
    write(snapshot(NEW_YEAR_MILLIS, 7));
    write(snapshot(NEW_YEAR_MILLIS + 1_000, 8));
    committed = Map.of(FIRST, new OffsetAndMetadata(1));
    board.applyRun(RUN, status("g1", 1, null));
    Sender sender = new Sender();
    later(sender, 2_000);
    later(sender, 2_000);

    assertThat(used()).containsExactly(8.0);
  }

  @Test
  void aRecordWithoutValueOrKeyIsPassedOver() throws IOException {
    board.applyRun(RUN, status("g1", 1, null));
    topic.add(new ConsumerRecord<>(FIRST.topic(), FIRST.partition(), 0, new byte[] {'k'}, null));
    topic.add(new ConsumerRecord<>(FIRST.topic(), FIRST.partition(), 1, null, new byte[] {'v'}));
    write(snapshot(NEW_YEAR_MILLIS, 7));
    Sender sender = new Sender();
    later(sender, 2_000);
    later(sender, 2_000);

    assertThat(used()).containsExactly(7.0);
  }

  @Test
  void eventsThatCannotBeReadAreCountedAndTheOthersAreSent() throws IOException {
    Sender sender = new Sender();
    String snapshot = "{\"events\": [{\"type\": \"snapshot\", \"offset\": 1, \"timeMillis\": %s}]}";
    List<String> garbage =
        List.of(
            "noise",
            "null",
            "{}",
            "{\"events\": [null]}",
            "{\"events\": [{\"type\": \"of another scheme\"}]}",
            snapshot.formatted("7"),
            snapshot.formatted("-1"),
            "{\"events\": [{\"type\": \"run-ended\", \"timeMillis\": 9223372036854775807,"
                + " \"reason\": \"\"}]}",
            "[".repeat(100_000));
    for (int record = 0; record < 1_000; record++) {
      String json = garbage.get(record % garbage.size());
      add(RUN.toString().getBytes(UTF_8), json.getBytes(UTF_8));
    }
    add(null, "{\"events\": []}".getBytes(UTF_8));
    add(new byte[] {-1, 0}, "{\"events\": []}".getBytes(UTF_8));

    sender.advance();

    assertThat(sender.history.unreadable()).isEqualTo(1_002);
    assertThat(receiver.received).isZero();
  }

  private void add(byte @Nullable [] key, byte[] value) {
    topic.add(
        new ConsumerRecord<>(
            FIRST.topic(),
            FIRST.partition(),
            topic.size(),
            clock.millis,
            TimestampType.CREATE_TIME,
            0,
            0,
            key,
            value,
            new RecordHeaders().add("version", "1".getBytes(UTF_8)),
            Optional.empty()));
  }
}
