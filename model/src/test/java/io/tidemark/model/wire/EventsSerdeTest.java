package io.tidemark.model.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.model.event.EventBatch;
import io.tidemark.model.event.MemoryEvent;
import io.tidemark.model.event.MemoryEvent.RunEnded;
import io.tidemark.model.event.MemoryEvent.RunStarted;
import io.tidemark.model.event.MemoryEvent.Snapshot;
import io.tidemark.model.event.MemoryView;
import io.tidemark.model.event.Op;
import io.tidemark.model.log.LogPosition;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EventsSerdeTest {

  private static final String TOPIC = Topics.EVENTS.name();
  private static final Op MATMUL = new Op("MatmulOp", "dot.4", "main");
  private static final Op RESHAPE = new Op("ReshapeOp", null, null);

  private static byte[] written(EventBatch batch, Headers headers) {
    return Topics.EVENTS.value().serializer().serialize(TOPIC, headers, batch);
  }

  private static EventBatch read(byte[] bytes, Headers headers) {
    return Topics.EVENTS.value().deserializer().deserialize(TOPIC, headers, bytes);
  }

  private static EventBatch read(String json, String version) {
    return read(json.getBytes(UTF_8), new RecordHeaders().add("version", version.getBytes(UTF_8)));
  }

  private static Snapshot snapshot(
      long offset, @Nullable Op before, @Nullable String changedBy, MemoryView... memories) {
    return new Snapshot(
        new LogPosition(offset, 1_700_000_000_000L), "0", before, changedBy, List.of(memories));
  }

  private static MemoryView dram(long used) {
    return new MemoryView("DRAM", 12, 1000, used, 1000 - used, null);
  }

  @Test
  void aSnapshotIsARowOfDifferences() {
    EventBatch batch =
        new EventBatch(
            List.of(
                new RunStarted(new LogPosition(0, 5), "tenstorrent", "node-7"),
                snapshot(62, MATMUL, null, dram(400)),
                snapshot(800, RESHAPE, "MatmulOp", dram(380)),
                snapshot(900, null, "(submission)", new MemoryView("L1", 1, 10, 2, 8, 8L))));

    assertThat(Json.MAPPER.readTree(written(batch, new RecordHeaders())))
        .isEqualTo(
            Json.MAPPER.readTree(
                """
                {"events": [
                   {"type": "run-started", "offset": 0, "timeMillis": 5, "format": "tenstorrent", "host": "node-7"},
                   [62, 1700000000000, 0, 0, -1, 400, 600, -1],
                   [738, 0, 0, 1, 0, -20, 20],
                   [900, 1700000000000, 1, -1, 2, 2, 8, 8]],
                 "ops": [["MatmulOp", 0, "dot.4", "main"], ["ReshapeOp", -1, "", null], ["(submission)"]],
                 "blocks": [
                   {"device": "0", "memories": [{"memory": "DRAM", "banks": 12, "capacityBytes": 1000}]},
                   {"device": "0", "memories": [{"memory": "L1", "banks": 1, "capacityBytes": 10}]}]}
                """));
  }

  @Test
  void whatIsWrittenIsRead() {
    Random random = new Random(3);
    for (int round = 0; round < 500; round++) {
      List<MemoryEvent> events = new ArrayList<>();
      long offset = random.nextLong(1L << 40);
      for (int i = random.nextInt(60); i > 0; i--) {
        offset += random.nextInt(5000);
        events.add(event(new LogPosition(offset, random.nextLong(1L << 43)), random));
      }
      Headers headers = new RecordHeaders();
      byte[] written = written(new EventBatch(events), headers);
      assertThat(read(written, headers).events()).isEqualTo(events);
    }
  }

  private static MemoryEvent event(LogPosition at, Random random) {
    if (random.nextInt(10) == 0) {
      return new RunEnded(at, "a \"reason\"\n");
    }
    List<MemoryView> views = new ArrayList<>();
    for (String memory : List.of("DRAM", "L1", "TRACE")) {
      if (random.nextInt(8) > 0) {
        long capacity = random.nextLong(1, 3);
        long used = random.nextLong(1L << 44);
        views.add(
            new MemoryView(
                memory, 1 + random.nextInt(2), capacity, used, -used, random.nextLong()));
      }
    }
    String device = Integer.toString(random.nextInt(3));
    return new Snapshot(at, device, op(random), name(random), views);
  }

  private static @Nullable Op op(Random random) {
    String name = name(random);
    return name == null
        ? null
        : new Op(name, random.nextBoolean() ? "loc \u20ac" : null, name(random));
  }

  private static @Nullable String name(Random random) {
    int name = random.nextInt(5);
    return name == 0 ? null : "Op" + name;
  }

  @Test
  void aLocationIsWrittenFromWhereItDiffersFromTheOneBefore() {
    List<Op> ops =
        List.of(
            new Op("A", "layer.1/dot.4", "main"),
            new Op("B", null, "main"),
            new Op("C", "layer.1/\u20ac.5", "main"),
            new Op("D", "layer.1/\u20ac.6", null),
            new Op("E", "layer.1", null),
            new Op("F", "", "main"));
    EventBatch batch =
        new EventBatch(ops.stream().<MemoryEvent>map(op -> snapshot(1, op, null)).toList());
    Headers headers = new RecordHeaders();
    byte[] written = written(batch, headers);

    assertThat(Json.MAPPER.readTree(written).get("ops"))
        .isEqualTo(
            Json.MAPPER.readTree(
                """
                [["A", 0, "layer.1/dot.4", "main"], ["B"], ["C", 8, "\u20ac.5"],
                 ["D", 8, "\u20ac.6", null], ["E", 7, ""], ["F", 0, "", "main"]]
                """));
    assertThat(read(written, headers)).isEqualTo(batch);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "2", "4", "three"})
  void anotherVersionIsAnErrorThatNamesBoth(String version) {
    assertThatThrownBy(() -> read("{\"events\": []}", version))
        .isInstanceOf(SerializationException.class)
        .hasMessage("%s: version %s of EventBatch, this program reads version 3", TOPIC, version);
  }

  @Test
  void aSmallRecordThatSaysMuchIsAnError() {
    String location = "x".repeat(1 << 20);
    String ops = ",[\"A\",%d,\"y\"]".formatted(location.length() - 1).repeat(4_000);
    assertThatThrownBy(
            () ->
                read(
                    "{\"events\": [], \"ops\": [[\"A\",0,\"%s\"]%s]}".formatted(location, ops),
                    "3"))
        .isInstanceOf(SerializationException.class);

    String memory = ",{\"memory\": \"M\", \"banks\": 1, \"capacityBytes\": 1}";
    String blocks =
        "{\"device\": \"0\", \"memories\": [%s]}".formatted(memory.repeat(10_000).substring(1));
    String rows = "[]" + ",[]".repeat(4_000);
    assertThatThrownBy(
            () -> read("{\"events\": [%s], \"blocks\": [%s]}".formatted(rows, blocks), "3"))
        .isInstanceOf(SerializationException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "null",
        "[]",
        "{}",
        "{\"events\": [[0,0,0,-1,-1]]}",
        "{\"events\": [], \"ops\": [[]]}",
        "{\"events\": [], \"ops\": [[7]]}",
        "{\"events\": [], \"ops\": [[\"A\", \"b\"]]}",
        "{\"events\": [], \"ops\": [[\"A\", 0]]}",
        "{\"events\": [], \"ops\": [[\"A\", 1, \"b\"]]}",
        "{\"events\": [], \"ops\": [[\"A\", -2, \"b\"]]}",
        "{\"events\": [], \"ops\": [[\"A\", 0, \"b\", \"c\", \"d\"]]}",
        "{\"events\": [], \"ops\": [\"A\"]}",
        "{\"events\": [], \"ops\": {}}",
        "{\"events\": [], \"ops\": [{\"name\": \"A\"}]}",
        "{\"events\": [], \"ops\": [[\"A\", -1, \"lost\"]]}",
        "{\"events\": [], \"ops\": [[\"A\", 0.9, \"b\"]]}",
        "{\"events\": [], \"ops\": [[\"A\", 0, \"b\", 7]]}",
        "{\"events\": [], \"ops\": [[\"A\", 0, \"b\", true]]}",
        "{\"events\": [[0,0,1,-1,-1]], \"blocks\": [{\"device\": \"0\", \"memories\": []}]}",
        "{\"events\": [[0,0,-1,-1,-1]], \"blocks\": [{\"device\": \"0\", \"memories\": []}]}",
        "{\"events\": [[0,0,0,0,-1]], \"blocks\": [{\"device\": \"0\", \"memories\": []}]}",
        "{\"events\": [[0,0,0,-1,-1,7]], \"blocks\": [{\"device\": \"0\", \"memories\": []}]}",
        "{\"events\": [[0,0,0,-1,\"a\"]], \"blocks\": [{\"device\": \"0\", \"memories\": []}]}",
        "{\"events\": [null]}",
        "{\"events\": 7}",
        "{\"events\": []",
        "{\"events\": []} x",
        "{\"events\": [], \"blocks\": [{\"memories\": []}]}"
      })
  void anotherTextIsAnError(String json) {
    assertThatThrownBy(() -> read(json, "3"))
        .isInstanceOf(SerializationException.class)
        .hasMessageContaining(TOPIC + ": not a EventBatch");
  }
}
