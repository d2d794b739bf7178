package io.tidemark.sink.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.alert.AlertRule;
import io.tidemark.model.event.EventBatch;
import io.tidemark.model.event.MemoryEvent;
import io.tidemark.model.event.MemoryView;
import io.tidemark.model.event.Op;
import io.tidemark.model.event.TensorSizes;
import io.tidemark.model.log.LogPosition;
import io.tidemark.model.log.Reject;
import io.tidemark.model.plan.FindingKind;
import io.tidemark.model.plan.PlanRecord;
import io.tidemark.model.wire.Json;
import io.tidemark.sink.Made;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** JSON may lack a part that the model requires: no such record must reach a board. */
class MissingPartsTest {

  static List<Object> records() {
    PlanRecord.Summary plan = Made.summary(1);
    List<MemoryEvent> events = new ArrayList<>(Made.page("b", 1).intervals());
    events.add(new MemoryEvent.RunStarted(new LogPosition(1, 1), "zant", null));
    events.add(new MemoryEvent.RunEnded(new LogPosition(1, 1), "over"));
    events.add(
        new MemoryEvent.Snapshot(
            new LogPosition(1, 1),
            "0",
            new Op("AddOp", null, null),
            null,
            List.of(new MemoryView("DRAM", 1, 9, 5, 4, 4L))));
    return List.of(
        Made.outOfMemory(5000, 1, 4000),
        Made.usage(20, 30, 4500),
        Made.ops(4500, Made.op("MatmulOp", 7, 800, 300)),
        Made.timeline(4500),
        plan,
        new PlanRecord.Owner("b", 1, 2, null, null),
        new PlanRecord.Backing(1, "f32", 2, new TensorSizes(3, 4, 5), 6, 7),
        new PlanRecord.Finding(FindingKind.OVERLAP, "b"),
        Made.page("b", 1),
        Made.alert(null, 4400),
        Made.failed(),
        new Reject("g1", 9, 1, 12, AlertRule.CRITICAL.alert(), "no", "…"),
        new EventBatch(events));
  }

  @ParameterizedTest
  @MethodSource("records")
  void aRecordWithoutAPartThatIsAlwaysThereIsRefused(Object record) {
    assertThat(missing(record)).isNull();
    List<JsonNode> cut = new ArrayList<>();
    cutEachPart(Json.MAPPER.valueToTree(record), cut);

    for (JsonNode json : cut) {
      Object read = read(json, record.getClass());
      assertThat(read == null ? null : missing(read)).as("%s", json).isNull();
    }
    assertThat(cut).isNotEmpty();
  }

  /** {@code null} for a rejected document. */
  private static @Nullable Object read(JsonNode json, Class<?> type) {
    try {
      return Json.MAPPER.treeToValue(json, type);
    } catch (JacksonException e) {
      return null;
    }
  }

  /** Adds copies of the document, each without one of its properties. */
  private static void cutEachPart(JsonNode root, List<JsonNode> cut) {
    for (JsonNode node : all(root, new ArrayList<>())) {
      for (String name : List.copyOf(node.propertyNames())) {
        JsonNode value = ((ObjectNode) node).remove(name);
        cut.add(root.deepCopy());
        ((ObjectNode) node).set(name, value);
      }
    }
  }

  private static List<JsonNode> all(JsonNode node, List<JsonNode> found) {
    if (node instanceof ObjectNode) {
      found.add(node);
    }
    if (node instanceof ObjectNode || node instanceof ArrayNode) {
      node.forEach(part -> all(part, found));
    }
    return found;
  }

  /** The name of a missing part; {@code null} if all are there. */
  private static @Nullable String missing(Object value) {
    if (value instanceof Collection<?> many) {
      return many.stream()
          .map(MissingPartsTest::missing)
          .filter(name -> name != null)
          .findFirst()
          .orElse(null);
    }
    if (!(value instanceof Record)) {
      return null;
    }
    for (RecordComponent component : value.getClass().getRecordComponents()) {
      Object part = part(component, value);
      boolean optional = component.getAnnotatedType().isAnnotationPresent(Nullable.class);
      String name = part == null ? (optional ? null : component.getName()) : missing(part);
      if (name != null) {
        return name;
      }
    }
    return null;
  }

  private static @Nullable Object part(RecordComponent component, Object owner) {
    try {
      return component.getAccessor().invoke(owner);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
