package io.tidemark.app.compare;

import io.tidemark.model.plan.FindingKind;
import io.tidemark.model.plan.PlanRecord;
import io.tidemark.model.plan.PlanState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** The rows of two runs' plans: peaks, arenas, bytes by class, and faults. */
record PlanRows(List<PlanPair> pairs) {

  List<Change> peaks() {
    return bytes(PlanRecord.Summary::peakBytes, "");
  }

  List<Change> arenas() {
    return bytes(PlanRecord.Summary::arenaBytes, " arena");
  }

  private List<Change> bytes(ToLongFunction<PlanRecord.Summary> figure, String suffix) {
    return pairs.stream()
        .map(
            pair ->
                new Change(
                    "plan " + pair.name() + suffix,
                    pair.before() == null ? 0 : figure.applyAsLong(pair.before()),
                    pair.after() == null ? 0 : figure.applyAsLong(pair.after())))
        .toList();
  }

  /** Bytes at the peak by class of buffer, where they differ. */
  List<Change> classes() {
    return differing(PlanRows::classes);
  }

  private static Map<String, Long> classes(String name, PlanRecord.@Nullable Summary plan) {
    Map<String, Long> classes = new TreeMap<>();
    if (plan != null) {
      plan.peaks()
          .classBytes()
          .forEach((kind, bytes) -> classes.put("plan " + name + " class " + kind, bytes));
    }
    return classes;
  }

  /**
   * Differing counts of faults: findings by kind, buffers without a place, and a plan that failed
   * or is incomplete.
   */
  List<Change> faults() {
    return differing(PlanRows::faults);
  }

  /** Figures of one plan by name; empty if a side lacks the plan. */
  private interface Figures {
    Map<String, Long> of(String name, PlanRecord.@Nullable Summary plan);
  }

  private List<Change> differing(Figures figures) {
    List<Change> rows = new ArrayList<>();
    for (PlanPair pair : pairs) {
      rows.addAll(
          Change.each(
              figures.of(pair.name(), pair.before()), figures.of(pair.name(), pair.after())));
    }
    return Change.differing(rows);
  }

  private static Map<String, Long> faults(String name, PlanRecord.@Nullable Summary plan) {
    Map<String, Long> faults = new TreeMap<>();
    if (plan == null) {
      return faults;
    }
    String prefix = "plan " + name + " ";
    for (PlanRecord.Finding finding : plan.findings()) {
      // A touch is only a warning: the plan still works.
      if (finding.kind() != FindingKind.TOUCH) {
        faults.merge(prefix + finding.kind(), 1L, Long::sum);
      }
    }
    if (plan.arena().placements().failed() > 0) {
      faults.put(prefix + "buffers without a place", (long) plan.arena().placements().failed());
    }
    if (plan.state() == PlanState.FAILED || plan.state() == PlanState.TRUNCATED) {
      faults.put(prefix + "state " + plan.state().word(), 1L);
    }
    return faults;
  }
}
