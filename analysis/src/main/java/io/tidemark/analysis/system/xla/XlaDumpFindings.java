package io.tidemark.analysis.system.xla;

import io.tidemark.analysis.plan.PlanFigures;
import io.tidemark.analysis.system.xla.XlaDumpProgress.Missing;
import io.tidemark.model.log.LogPosition;
import io.tidemark.model.plan.FindingKind;
import io.tidemark.model.plan.PlanState;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Findings about incomplete or inconsistent dump files of a module. */
final class XlaDumpFindings {

  /** Kinds of findings: missing parts of a file, and contradictions between files. */
  private static final FindingKind INCOMPLETE = FindingKind.INCOMPLETE;

  private static final FindingKind UNPLACED = FindingKind.NO_LIVE_RANGE;
  private static final FindingKind UNLISTED = FindingKind.UNLISTED_VALUES;

  private XlaDumpFindings() {}

  /** Adds findings about files that do not match. */
  static void of(XlaDumpJoin join, int color, @Nullable Long total, PlanFigures plan) {
    plan.found(UNPLACED, some(join.unplaced(color), " values have no live range"));
    plan.found(FindingKind.TOTAL_DIFFERS, difference(total, join.bytes(color)));
    plan.found(UNLISTED, some(join.strangers(), " live ranges are of values not listed"));
  }

  private static List<String> difference(@Nullable Long total, long allocated) {
    return total == null || total == allocated
        ? List.of()
        : List.of(
            "the memory usage report says %d B, the allocations add up to %d B"
                .formatted(total, allocated));
  }

  private static List<String> some(long count, String what) {
    return count == 0 ? List.of() : List.of(count + what);
  }

  /** Sets the state of a plan: complete if nothing is missing, else {@code otherwise}. */
  static void settle(
      @Nullable PlanFigures plan, Set<Missing> missing, PlanState otherwise, LogPosition at) {
    if (plan != null) {
      plan.found(INCOMPLETE, missing.stream().map(one -> one.sentence).toList());
      boolean complete = missing.isEmpty() && !plan.has(UNPLACED) && !plan.has(UNLISTED);
      PlanState state = complete ? PlanState.COMPLETE : otherwise;
      if (state != plan.state()) {
        plan.end(state, at);
      }
    }
  }
}
