package io.tidemark.app.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * One figure of both runs, in bytes, or a count for a fault; 0 for a run without such a figure.
 *
 * @param what the figure's name, e.g. {@code device 0 DRAM}
 */
public record Change(String what, long before, long after) {

  public long bytes() {
    return after - before;
  }

  /** Growth in per cent of {@code before}; infinite if {@code before} is 0. */
  public double percent() {
    if (before == after) {
      return 0;
    }
    return before == 0 ? Double.POSITIVE_INFINITY : 100.0 * bytes() / before;
  }

  /** A row for each name of either side, by name. */
  static List<Change> each(Map<String, Long> before, Map<String, Long> after) {
    Set<String> all = new TreeSet<>(before.keySet());
    all.addAll(after.keySet());
    return all.stream()
        .map(what -> new Change(what, before.getOrDefault(what, 0L), after.getOrDefault(what, 0L)))
        .toList();
  }

  /** The rows that differ, in their order. */
  static List<Change> differing(List<Change> rows) {
    List<Change> differing = new ArrayList<>(rows);
    differing.removeIf(row -> row.bytes() == 0);
    return differing;
  }
}
