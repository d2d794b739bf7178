package io.tidemark.app.page;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/** The figures of a canonical state, and their places on the page. */
final class StatedFigures {

  private static final String[] UNITS = {"B", "KiB", "MiB", "GiB", "TiB"};
  private static final int GIB = 3;
  private static final List<String> PARTS =
      List.of("modelBytes", "optimizerBytes", "activationsBytes", "gradientsOverheadBytes");

  /**
   * One figure.
   *
   * @param attribute of the element that holds it; empty if the element's text contains it
   */
  record Figure(String css, String attribute, String expected) {}

  /**
   * A view of the page.
   *
   * @param keys of its link
   * @param drawn element that exists once the view is drawn
   */
  record View(Map<String, String> keys, String drawn, List<Figure> figures) {
    @Override
    public String toString() {
      return new TreeMap<>(keys).toString();
    }
  }

  private StatedFigures() {}

  /** The views of every used memory, plan and training of the state. */
  static List<View> of(JsonNode state) {
    List<View> views = new ArrayList<>();
    for (Map.Entry<String, JsonNode> run : state.get("runs").properties()) {
      addMemories(run.getKey(), run.getValue(), views);
      for (Map.Entry<String, JsonNode> plan : run.getValue().path("plans").properties()) {
        views.add(planView(run.getKey(), plan.getKey(), plan.getValue().get("summary")));
      }
      JsonNode training = run.getValue().at("/status/training/memory");
      if (!training.isMissingNode()) {
        views.add(trainingView(run.getKey(), training));
      }
    }
    return views;
  }

  private static void addMemories(String id, JsonNode run, List<View> views) {
    for (Map.Entry<String, JsonNode> device : run.path("memories").properties()) {
      for (Map.Entry<String, JsonNode> memory : device.getValue().properties()) {
        if (memory.getValue().at("/tidemark/usedBytes").asLong() > 0) {
          List<Figure> figures = memoryFigures(memory.getValue());
          long failed = run.at("/status/outOfMemoryCount").asLong();
          if (failed > 0) {
            figures.add(new Figure(".alarm h3", "", failed + " failed allocation"));
          }
          Map<String, String> place =
              Map.of(
                  "view", "run", "run", id, "device", device.getKey(), "memory", memory.getKey());
          views.add(new View(place, "[data-figure=peak] dd", figures));
        }
      }
    }
  }

  private static List<Figure> memoryFigures(JsonNode memory) {
    JsonNode now = memory.get("now");
    JsonNode peak = memory.get("tidemark");
    List<Figure> figures = new ArrayList<>();
    figures.add(new Figure("[data-figure=peak] dd", "", shown(peak.get("usedBytes"))));
    figures.add(
        new Figure(
            "[data-figure=now] dd, [data-figure='at the end'] dd",
            "",
            shown(now.get("usedBytes"))));
    JsonNode capacity = now.get("capacityBytes");
    figures.add(
        new Figure(
            "[data-figure=capacity] dd", "", capacity.asLong() > 0 ? shown(capacity) : "unknown"));
    if (now.path("largestFreeBytes").asLong(-1) >= 0) {
      figures.add(
          new Figure(
              "[data-figure='largest free block'] dd", "", shown(now.get("largestFreeBytes"))));
    }
    if (peak.has("raisedBy")) {
      figures.add(new Figure(".culprit", "", peak.get("raisedBy").asString()));
    }
    return figures;
  }

  private static View planView(String run, String plan, JsonNode summary) {
    List<Figure> figures = new ArrayList<>();
    // Of one step is a budget: its parts have neither addresses nor lifetimes.
    boolean budget = summary.get("steps").asInt() == 1;
    List<String> names =
        budget ? List.of("peakBytes") : List.of("peakBytes", "arenaBytes", "placed", "failed");
    for (String name : names) {
      figures.add(exact("[data-figure=" + name + "]", "data-value", summary.get(name)));
    }
    if (!budget) {
      String peak = "step %,d".formatted(summary.get("peakStep").asInt());
      figures.add(new Figure("[data-figure=peakBytes]", "", peak));
      figures.add(new Figure("[data-figure=arenaBytes]", "", shown(summary.get("arenaBytes"))));
    }
    figures.add(new Figure(".plan-title h3", "", plan));
    Map<String, String> keys = Map.of("view", "plan", "run", run, "plan", plan);
    return new View(keys, "[data-figure=peakBytes]", figures);
  }

  private static View trainingView(String run, JsonNode training) {
    List<Figure> figures = new ArrayList<>();
    PARTS.forEach(part -> figures.add(new Figure(".phases tbody", "", shown(training.get(part)))));
    figures.add(new Figure(".phase-verdict", "", shown(training.get("peakBytes"))));
    figures.add(new Figure(".phase-verdict", "", training.path("peakOwner").asString("")));
    return new View(Map.of("view", "phases", "run", run), ".phases tbody", figures);
  }

  private static Figure exact(String css, String attribute, JsonNode value) {
    return new Figure(css, attribute, value.asString());
  }

  /** Bytes in readable form, with three digits or more; from GiB on with two decimals. */
  static String shown(JsonNode bytes) {
    double scaled = bytes.asLong();
    int unit = 0;
    while (Math.abs(scaled) >= 1024 && unit < UNITS.length - 1) {
      scaled /= 1024;
      unit++;
    }
    int digits = unit == 0 ? 0 : unit >= GIB || Math.abs(scaled) < 10 ? 2 : 1;
    BigDecimal rounded = new BigDecimal(scaled).setScale(digits, RoundingMode.HALF_UP);
    return rounded.toPlainString() + " " + UNITS[unit];
  }
}
