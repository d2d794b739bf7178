package io.tidemark.app.report;

import io.tidemark.model.plan.PlanRecord;
import io.tidemark.model.wire.Json;
import io.tidemark.sink.board.Board;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The summaries of all plans by run and name. */
final class PlansFile {

  private PlansFile() {}

  static Map<String, JsonNode> of(Board board) {
    Map<String, JsonNode> plans = new TreeMap<>();
    board
        .plans()
        .forEach(
            (key, record) -> {
              if (record instanceof PlanRecord.Summary) {
                ObjectNode plan = Json.MAPPER.valueToTree(record);
                plan.remove("type");
                plans.put(key.run() + " " + key.plan(), plan);
              }
            });
    return plans;
  }
}
