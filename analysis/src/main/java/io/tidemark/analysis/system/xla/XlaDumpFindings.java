package io.tidemark.analysis.system.xla;

import io.tidemark.analysis.plan.PlanFigures;
import io.tidemark.analysis.system.xla.XlaDumpProgress.Missing;
import io.tidemark.model.FindingKind;
import io.tidemark.model.LogPosition;
import io.tidemark.model.PlanState;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a module's plans say of what they lack. */
final class XlaDumpFindings {

  /** Kinds of findings: what a file lacks, and what of it does not fit the other files. */
  private static final FindingKind INCOMPLETE = FindingKind.INCOMPLETE;

  private static final FindingKind UNPLACED = FindingKind.NO_LIVE_RANGE;
  private static final FindingKind UNLISTED = FindingKind.UNLISTED_VALUES;

  private XlaDumpFindings() {}

  /** What of the module does not fit together. */
  static void of(XlaDumpJoin join, int color, PlanFigures plan) {
    plan.found(UNPLACED, some(join.unplaced(color), " values have no live range"));
    plan.found(UNLISTED, some(join.strangers(), " live ranges are of values not listed"));
  }

  private static List<String> some(long count, String what) {
    return count == 0 ? List.of() : List.of(count + what);
  }

  /** A plan that lacks nothing is a success. */
  static void settle(
      @Nullable PlanFigures plan, Set<Missing> missing, PlanState otherwise, LogPosition at) {
    if (plan != null) {
      plan.found(INCOMPLETE, missing.stream().map(one -> one.sentence).toList());
      boolean complete = missing.isEmpty() && !plan.has(UNPLACED) && !plan.has(UNLISTED);
      PlanState state = complete ? PlanState.SUCCESS : otherwise;
      if (state != plan.state()) {
        plan.end(state, at);
      }
    }
  }
}
