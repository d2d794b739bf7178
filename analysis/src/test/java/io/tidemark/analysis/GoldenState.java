package io.tidemark.analysis;

import io.tidemark.model.event.MemoryEvent;
import io.tidemark.model.wire.Json;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The results of a log in the format of the topics. Times are left out, since the test clock stands
 * still.
 */
final class GoldenState {

  private GoldenState() {}

  /** One event per line. */
  static String events(LogRun run) {
    return run.events.stream()
        .map(event -> Json.MAPPER.writeValueAsString(timeless(event)))
        .collect(Collectors.joining(",\n", "[\n", "\n]\n"));
  }

  /** Everything published for the log, with its rejects. */
  static String of(LogRun run) {
    ObjectNode state = Json.MAPPER.createObjectNode();
    state.set("runs", Json.MAPPER.valueToTree(byText(run.runs)));
    state.set("usage", Json.MAPPER.valueToTree(run.usage));
    state.set("ops", Json.MAPPER.valueToTree(run.ops));
    Map<String, Object> timelines = new TreeMap<>();
    run.timelines.forEach((memory, timeline) -> timelines.put(memory, timeline.bySnapshot()));
    state.set("timelines", Json.MAPPER.valueToTree(timelines));
    state.set("plans", Json.MAPPER.valueToTree(run.plans));
    state.set("alerts", Json.MAPPER.valueToTree(run.alerts));
    state.set("rejects", Json.MAPPER.valueToTree(run.rejects));
    strip(state);
    return Json.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(state) + "\n";
  }

  private static Map<String, Object> byText(Map<?, ?> map) {
    return map.entrySet().stream()
        .collect(
            Collectors.toMap(
                entry -> entry.getKey().toString(),
                Map.Entry::getValue,
                (a, b) -> b,
                TreeMap::new));
  }

  private static JsonNode timeless(MemoryEvent event) {
    JsonNode node =
        Json.MAPPER.readTree(Json.MAPPER.writerFor(MemoryEvent.class).writeValueAsString(event));
    strip(node);
    return node;
  }

  /** Removes times, and a figure that depends on when records were published. */
  private static void strip(JsonNode node) {
    if (node instanceof ObjectNode object) {
      List<String> names = List.copyOf(object.propertyNames());
      for (String name : names) {
        if (name.endsWith("Millis") || name.equals("recentPeakBytes")) {
          object.remove(name);
        }
      }
    }
    node.forEach(GoldenState::strip);
  }
}
