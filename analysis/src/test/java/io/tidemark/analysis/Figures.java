package io.tidemark.analysis;

import io.tidemark.model.log.RunId;
import io.tidemark.model.memory.MemoryTimeline;
import io.tidemark.model.wire.Json;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Published figures of a run, without those that depend on how its log is wrapped or read. */
final class Figures {

  /**
   * Names of positions, times, run identities, and figures that depend on the time of publication.
   */
  private static final Pattern NO_FIGURE =
      Pattern.compile(".*([oO]ffset|Millis)|generation|ignored|recentPeakBytes|worker");

  private Figures() {}

  /** Returns the figures of every run, in order of their start. */
  static SortedMap<RunId, SortedMap<String, String>> of(LogRun log) {
    SortedMap<RunId, SortedMap<String, String>> runs = new TreeMap<>();
    log.runs.forEach(
        (id, status) -> {
          SortedMap<String, String> figures = new TreeMap<>();
          figures.put("status", text(status));
          add(figures, id, "usage ", log.usage);
          add(figures, id, "ops ", log.ops);
          add(figures, id, "plan ", log.plans);
          add(figures, id, "alert ", log.alerts);
          Map<String, MemoryTimeline.Axis> axes = new TreeMap<>();
          log.timelines.forEach((key, timeline) -> axes.put(key, timeline.bySnapshot()));
          add(figures, id, "timeline ", axes);
          runs.put(id, figures);
        });
    return runs;
  }

  private static void add(
      Map<String, String> figures, RunId run, String kind, Map<String, ?> records) {
    records.forEach(
        (key, value) -> {
          if (key.startsWith(run + " ")) {
            figures.put(kind + key.substring(run.toString().length()), text(value));
          }
        });
  }

  private static String text(Object value) {
    JsonNode tree = Json.MAPPER.valueToTree(value);
    strip(tree);
    return tree.toString();
  }

  private static void strip(JsonNode node) {
    if (node instanceof ObjectNode object) {
      object.remove(
          object.propertyNames().stream()
              .filter(name -> NO_FIGURE.matcher(name).matches())
              .toList());
    }
    node.forEach(Figures::strip);
  }
}
