package io.tidemark.sink.page;

import io.tidemark.model.AlertKey;
import io.tidemark.model.AlertRule;
import io.tidemark.model.MemoryKey;
import io.tidemark.model.MemoryTimeline;
import io.tidemark.model.MemoryUsage;
import io.tidemark.model.OpTable;
import io.tidemark.model.OpUsage;
import io.tidemark.model.ParkedSource;
import io.tidemark.model.PlanKey;
import io.tidemark.model.PlanRecord;
import io.tidemark.model.RunId;
import io.tidemark.model.RunStatus;
import io.tidemark.model.wire.Json;
import io.tidemark.sink.Board;
import io.tidemark.sink.board.Moment;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JsonPointer;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The canonical state: the whole board as one JSON document, keys sorted, one element a line. What
 * hangs on time or on restarts is left out (times, the machine, recent peaks, the generation's id,
 * duplicates), so that two runs over the same bytes give the same document, byte for byte.
 */
public final class StateDocument {

  private static final DefaultIndenter INDENT = new DefaultIndenter("  ", "\n");
  private static final ObjectWriter WRITER =
      Json.MAPPER
          .writer()
          .with(new DefaultPrettyPrinter().withObjectIndenter(INDENT).withArrayIndenter(INDENT));

  private StateDocument() {}

  /** The document, with a line end at its end. */
  public static String of(Moment moment) {
    return of(Board.of(moment));
  }

  /** The same of a board. */
  public static String of(Board board) {
    ObjectNode runs = Json.MAPPER.createObjectNode();
    for (Map.Entry<RunId, RunStatus> run : board.runs().entrySet()) {
      part(runs, run.getKey().toString()).set("status", status(run.getValue()));
    }
    for (Map.Entry<MemoryKey, MemoryUsage> memory : board.usage().entrySet()) {
      at(runs, "memories", memory.getKey()).setAll(usage(memory.getValue()));
    }
    for (Map.Entry<MemoryKey, OpTable> table : board.ops().entrySet()) {
      at(runs, "ops", table.getKey()).setAll(ops(table.getValue()));
    }
    for (Map.Entry<MemoryKey, MemoryTimeline> line : board.timelines().entrySet()) {
      at(runs, "timelines", line.getKey()).setAll(timeline(line.getValue()));
    }
    for (Map.Entry<PlanKey, PlanRecord> plan : board.plans().entrySet()) {
      addPlan(runs, plan.getKey(), plan.getValue());
    }
    board.alerts().keySet().forEach(alert -> addAlert(runs, alert));
    ObjectNode state = Json.MAPPER.createObjectNode();
    state.set("runs", runs);
    board.parked().forEach((source, why) -> addParked(state, source, why));
    // Through plain maps: only those are written with their keys sorted.
    return WRITER.writeValueAsString(Json.MAPPER.treeToValue(state, Object.class)) + "\n";
  }

  private static ObjectNode status(RunStatus status) {
    ObjectNode node = Json.MAPPER.valueToTree(status);
    node.remove(List.of("generation", "startMillis", "endMillis", "host"));
    node.withObject("/lines").remove("duplicate");
    withoutTimes(node.withArray("/outOfMemory"));
    if (status.training() != null) {
      withoutTimes(node.withArray("/training/phases"));
    }
    return node;
  }

  private static ObjectNode usage(MemoryUsage usage) {
    ObjectNode node = Json.MAPPER.valueToTree(usage);
    node.remove(List.of("recentPeakBytes", "timeMillis"));
    node.withObject("/highestSnapshot").remove("timeMillis");
    node.withObject("/tidemark").remove("timeMillis");
    return node;
  }

  private static ObjectNode ops(OpTable table) {
    List<OpUsage> byName = table.ops().stream().sorted(Comparator.comparing(OpUsage::op)).toList();
    return Json.MAPPER.valueToTree(new OpTable(byName, table.overflow(), table.offset()));
  }

  private static ObjectNode timeline(MemoryTimeline timeline) {
    ObjectNode node = Json.MAPPER.valueToTree(timeline);
    node.remove(List.of("byTime", "offset"));
    return node;
  }

  /** Pages come in their order: the board keeps them sorted. */
  private static void addPlan(ObjectNode runs, PlanKey key, PlanRecord record) {
    ObjectNode plan = part(part(part(runs, key.run().toString()), "plans"), key.plan());
    ObjectNode node = Json.MAPPER.valueToTree(record);
    node.remove(List.of("timeMillis", "type"));
    if (record instanceof PlanRecord.Summary) {
      plan.set("summary", node);
    } else {
      ArrayNode intervals = node.withArray("/intervals");
      withoutTimes(intervals);
      ArrayNode all = plan.withArray("/intervals");
      all.addAll(intervals);
    }
  }

  /** That it fired: how long, how often, and what a trend foretold hang on the log's times. */
  private static void addAlert(ObjectNode runs, AlertKey key) {
    if (key.rule() != AlertRule.FILLING_UP) {
      part(part(part(runs, key.run().toString()), "alerts"), key.device())
          .withArray(JsonPointer.empty().appendProperty(key.memory()))
          .add(key.rule().alert());
    }
  }

  /** Where a source waits and why; only when there is one. */
  private static void addParked(ObjectNode state, String source, ParkedSource why) {
    ObjectNode node = part(part(state, "parked"), source);
    node.put("state", why.state().name())
        .put("step", why.step().name())
        .put("reason", why.reason());
    if (why.slice() != null) {
      node.put("offset", why.slice().offset());
    }
  }

  private static void withoutTimes(ArrayNode events) {
    for (JsonNode event : events) {
      ((ObjectNode) event).remove(List.of("timeMillis", "type"));
    }
  }

  private static ObjectNode at(ObjectNode runs, String group, MemoryKey key) {
    ObjectNode ofRun = part(part(runs, key.run().toString()), group);
    return part(part(ofRun, key.device()), key.memory());
  }

  private static ObjectNode part(ObjectNode owner, String name) {
    JsonNode held = owner.get(name);
    return held instanceof ObjectNode object ? object : owner.putObject(name);
  }
}
