package io.tidemark.app.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Figures by name, of both sides. */
final class Rows {

  private Rows() {}

  /** A row for each name of either side, by name. */
  static List<Change> of(Map<String, Long> before, Map<String, Long> after) {
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
