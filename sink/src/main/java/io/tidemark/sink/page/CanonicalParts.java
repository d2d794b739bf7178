package io.tidemark.sink.page;

import io.tidemark.model.memory.MemoryTimeline;
import io.tidemark.model.memory.MemoryUsage;
import io.tidemark.model.memory.OpTable;
import io.tidemark.model.memory.OpUsage;
import io.tidemark.model.plan.PlanRecord;
import io.tidemark.model.run.RunStatus;
import io.tidemark.model.wire.Json;
import java.util.Comparator;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Records without the properties that depend on time or on restarts. */
final class CanonicalParts {

  private CanonicalParts() {}

  static ObjectNode summary(PlanRecord.Summary summary) {
    return node(summary);
  }

  static ArrayNode intervals(PlanRecord.Page page) {
    return withoutTimes(node(page).withArray("/intervals"));
  }

  private static ObjectNode node(PlanRecord record) {
    ObjectNode node = Json.MAPPER.valueToTree(record);
    return node.remove(List.of("timeMillis", "type"));
  }

  static ObjectNode status(RunStatus status) {
    ObjectNode node = Json.MAPPER.valueToTree(status);
    node.remove(List.of("generation", "startMillis", "endMillis", "host", "worker", "file"));
    node.withObject("/lines").remove("duplicate");
    withoutTimes(node.withArray("/outOfMemory"));
    for (JsonNode refused : node.at("/refused/newest")) {
      ((ObjectNode) refused).remove(List.of("firstMillis", "lastMillis"));
    }
    if (status.training() != null) {
      withoutTimes(node.withArray("/training/phases"));
    }
    return node;
  }

  static ObjectNode usage(MemoryUsage usage) {
    ObjectNode node = Json.MAPPER.valueToTree(usage);
    node.remove(List.of("recentPeakBytes", "timeMillis"));
    node.withObject("/highestSnapshot").remove("timeMillis");
    node.withObject("/tidemark").remove("timeMillis");
    return node;
  }

  static ObjectNode ops(OpTable table) {
    List<OpUsage> byName = table.ops().stream().sorted(Comparator.comparing(OpUsage::op)).toList();
    return Json.MAPPER.valueToTree(
        new OpTable(
            byName, table.overflow(), table.offset(), table.heldBeforeBytes(), table.modules()));
  }

  static BySnapshot timeline(MemoryTimeline timeline) {
    return new BySnapshot(timeline.bySnapshot());
  }

  /** A timeline without the axis that depends on when the log was read. */
  record BySnapshot(MemoryTimeline.Axis bySnapshot) {}

  private static ArrayNode withoutTimes(ArrayNode events) {
    for (JsonNode event : events) {
      ((ObjectNode) event).remove(List.of("timeMillis", "type"));
    }
    return events;
  }
}
