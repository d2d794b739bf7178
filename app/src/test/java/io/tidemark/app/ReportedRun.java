package io.tidemark.app;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * The values of a run in {@code tidemark report}, formatted as in a panel.
 *
 * @param states the states that a panel may show: a complete log has ended in a report, but is idle
 *     while followed
 * @param plan the first plan: its name, memory, verdict and peak; empty if the log has none
 * @param failure the op, its needed bytes and the free bytes; empty if none failed
 */
record ReportedRun(Set<String> states, Peak peak, List<String> plan, List<String> failure) {

  private static final Pattern VERDICT = Pattern.compile("^\\S+#1 {3}(.+?) {3}");
  private static final Pattern PLAN =
      Pattern.compile("\n {2}plan (.+) of (\\S+): ([a-z ]+\\b)[^;]*;.*?; peak ([0-9,]+) B");

  /**
   * The highest use.
   *
   * @param share of the capacity
   * @param raisedBy the op that raised it; empty if the log names none
   */
  record Peak(String memory, String share, String size, String raisedBy) {

    static final Peak NONE = new Peak("", "", "", "");

    private static Peak of(String memory, double bytes, JsonNode capacity, String raisedBy) {
      double size = capacity.asDouble(0);
      String share = size > 0 ? String.format(Locale.ROOT, "%.1f%%", 100 * bytes / size) : "";
      return new Peak(memory, share, inUnits(bytes), raisedBy);
    }
  }

  /**
   * The values of one run.
   *
   * @param run its part of the report's JSON
   * @param text the report's text about this run
   */
  static ReportedRun of(JsonNode run, String text) {
    Matcher verdict = VERDICT.matcher(text);
    if (!verdict.find()) {
      throw new AssertionError("no verdict: " + text);
    }
    boolean failed = verdict.group(1).equals("OUT OF MEMORY");
    return new ReportedRun(
        failed ? Set.of("out of memory") : Set.of("live", "idle"),
        peak(run, plan(text)),
        plan(text),
        failed ? failure(run.at("/status/outOfMemory/0")) : List.of());
  }

  private static List<String> plan(String text) {
    Matcher plan = PLAN.matcher(text);
    if (!plan.find()) {
      return List.of();
    }
    double bytes = Double.parseDouble(plan.group(4).replace(",", ""));
    return List.of(plan.group(1), plan.group(2), plan.group(3), inUnits(bytes));
  }

  /** The peak of its used memory, else of its first plan, else of its training. */
  private static Peak peak(JsonNode run, List<String> plan) {
    for (var memory : run.at("/memories/0").properties()) {
      JsonNode highest = memory.getValue().get("tidemark");
      double bytes = highest.get("usedBytes").asDouble();
      if (bytes > 0) {
        JsonNode capacity = memory.getValue().at("/now/capacityBytes");
        return Peak.of(memory.getKey(), bytes, capacity, highest.path("raisedBy").asString(""));
      }
    }
    if (!plan.isEmpty()) {
      JsonNode summary = run.get("plans").get(plan.get(0)).get("summary");
      double bytes = summary.get("peakBytes").asDouble();
      return Peak.of(plan.get(1), bytes, summary.path("capacityBytes"), "");
    }
    JsonNode training = run.at("/status/training/memory");
    return training.isMissingNode()
        ? Peak.NONE
        : Peak.of(
            "DRAM",
            training.get("peakBytes").asDouble(),
            training.at("/assumptions/deviceBytes"),
            "");
  }

  private static List<String> failure(JsonNode event) {
    double free = event.get("freePerBank").asDouble() * event.get("banks").asDouble();
    return List.of(
        event.path("during").asString(""),
        inUnits(event.get("neededBytes").asDouble()),
        free < 0 ? "" : inUnits(free));
  }

  private static String inUnits(double bytes) {
    double scaled = bytes;
    List<String> units = Stream.of("B", "KiB", "MiB", "GiB").toList();
    int unit = 0;
    while (scaled >= 1024 && unit < units.size() - 1) {
      scaled /= 1024;
      unit++;
    }
    return String.format(Locale.ROOT, "%.1f %s", scaled, units.get(unit));
  }
}
