package io.tidemark.app.report;

import io.tidemark.model.plan.PlanRecord;
import io.tidemark.model.wire.Json;
import io.tidemark.sink.board.Board;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Writes the summaries of all plans by run and name, with their properties in a readable order. */
final class PlansFile {

  private static final List<String> ORDER =
      List.of(
          "memory",
          "setting",
          "state",
          "capacityBytes",
          "steps",
          "usedPerStep",
          "usedPerStepWithFailed",
          "unpaddedPerStep",
          "instructions",
          "peakBytes",
          "peakStep",
          "peakBytesWithFailed",
          "peakStepWithFailed",
          "arenaBytes",
          "placed",
          "failed",
          "failedBytes",
          "stackedBytes",
          "paddingBytes",
          "fragmentationBytes",
          "statedBytes",
          "calledBytes",
          "cut",
          "classBytes",
          "peakOwners",
          "backings",
          "findings",
          "bankBytes",
          "banksUsed",
          "logicalPeakBytes",
          "logicalPeakStep",
          "offset",
          "timeMillis");

  private PlansFile() {}

  static Map<String, JsonNode> of(Board board) {
    Map<String, JsonNode> plans = new TreeMap<>();
    board
        .plans()
        .forEach(
            (key, record) -> {
              if (record instanceof PlanRecord.Summary) {
                plans.put(key.run() + " " + key.plan(), ordered(record));
              }
            });
    return plans;
  }

  private static ObjectNode ordered(PlanRecord record) {
    ObjectNode flat = Json.MAPPER.valueToTree(record);
    flat.remove("type");
    ObjectNode plan = Json.MAPPER.createObjectNode();
    for (String name : ORDER) {
      if (flat.has(name)) {
        plan.set(name, flat.get(name));
      }
    }
    // Properties that the order does not list come last.
    flat.properties().forEach(rest -> plan.putIfAbsent(rest.getKey(), rest.getValue()));
    return plan;
  }
}
