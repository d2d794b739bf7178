package io.tidemark.app;

import static java.util.Comparator.comparing;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
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
 * @param failure the op, its needed bytes and the free bytes; empty if none failed
 */
record ReportedRun(Set<String> states, Peak peak, List<String> failure) {

  /** An error in the last line of a log that is followed may still be survived. */
  static final String REFUSED = "allocation refused";

  private static final Pattern VERDICT = Pattern.compile("^\\S+#1 {3}(.+?)( \\(give .*\\))? {3}");

  /**
   * The highest use.
   *
   * @param share of the capacity
   * @param raisedBy the op that raised it; empty if the log names none
   */
  record Peak(String memory, String share, String size, String raisedBy) {

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
    String words = verdict.group(1);
    boolean failed = words.equals("OUT OF MEMORY");
    return new ReportedRun(
        failed || words.contains("refused") ? Set.of("out of memory", REFUSED) : states(words),
        peak(run),
        failed ? failure(run.at("/status/outOfMemory/0")) : List.of());
  }

  private static Set<String> states(String words) {
    return words.equals("done") ? Set.of("live", "no news", "done") : Set.of(words);
  }

  /**
   * The peak of its used memory, else of the fullest plan that fits, else of its training; else the
   * memory of a refused allocation.
   */
  private static Peak peak(JsonNode run) {
    for (var memory : run.at("/memories/0").properties()) {
      JsonNode highest = memory.getValue().get("tidemark");
      double bytes = highest.get("usedBytes").asDouble();
      if (bytes > 0) {
        JsonNode capacity = memory.getValue().at("/now/capacityBytes");
        return Peak.of(memory.getKey(), bytes, capacity, highest.path("raisedBy").asString(""));
      }
    }
    Optional<JsonNode> plan =
        run.path("plans")
            .valueStream()
            .map(one -> one.get("summary"))
            .min(
                comparing(ReportedRun::hasFailed)
                    .thenComparing(one -> hasFailed(one) ? needed(one) : -needed(one)));
    if (plan.isPresent()) {
      JsonNode fitting = plan.get();
      String memory = fitting.get("memory").asString();
      return Peak.of(memory, needed(fitting), fitting.path("capacityBytes"), "");
    }
    JsonNode training = run.at("/status/training/memory");
    return training.isMissingNode()
        ? new Peak(run.at("/status/refused/newest/0/memory").asString(""), "", "", "")
        : Peak.of(
            "DRAM",
            training.get("peakBytes").asDouble(),
            training.at("/assumptions/deviceBytes"),
            "");
  }

  private static boolean hasFailed(JsonNode plan) {
    return plan.get("failed").asInt() > 0;
  }

  private static double needed(JsonNode plan) {
    return plan.get("arenaBytes").asDouble();
  }

  private static List<String> failure(JsonNode event) {
    double free = event.path("freePerBank").asDouble(-1) * event.get("banks").asDouble();
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
    return String.format(Locale.ROOT, "%.2f %s", scaled, units.get(unit));
  }
}
