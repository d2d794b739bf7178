package io.tidemark.analysis.system.xla;

import io.tidemark.analysis.memory.RunOutput;
import io.tidemark.analysis.plan.PlanFigures;
import io.tidemark.analysis.plan.PlanOutline;
import io.tidemark.analysis.plan.Plans;
import io.tidemark.analysis.state.Stored;
import io.tidemark.analysis.system.xla.XlaDumpProgress.Missing;
import io.tidemark.model.log.LogPosition;
import io.tidemark.model.plan.FindingKind;
import io.tidemark.model.plan.PlanState;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The plans of the current module, one for each of its memories. */
@Stored
final class XlaDumpPlans {

  private final Map<Integer, Integer> numberOfColor = new TreeMap<>();

  /** Where the plans are and how their module is called. */
  record Target(Plans plans, XlaDumpModule source, RunOutput out) {
    LogPosition at() {
      return out.at();
    }
  }

  boolean isEmpty() {
    return numberOfColor.isEmpty();
  }

  /** Returns the plan of a memory; {@code null} if there is none. */
  @Nullable PlanFigures of(int color, Plans plans) {
    Integer number = numberOfColor.get(color);
    return number == null ? null : plans.at(number);
  }

  /**
   * Rebuilds the plans from a join; they stay open.
   *
   * @param totals bytes that the compiler states, by colour
   * @param cut number of intervals left out before
   * @param module number of the module in the source, from 1
   */
  void replace(XlaDumpJoin join, Map<Integer, Long> totals, long cut, int module, Target to) {
    numberOfColor.keySet().forEach(color -> join.intervals().putIfAbsent(color, List.of()));
    join.intervals()
        .forEach(
            (color, intervals) -> {
              PlanFigures plan = begun(color, join, module, to);
              if (plan != null) {
                plan.unite();
                plan.reserve(join.bytes(color));
                plan.replace(intervals, cut + join.unplaced(color), to.at());
                plan.outline(
                    new PlanOutline(
                        color == 0 ? join.points() : List.of(),
                        totals.get(color),
                        join.fragmentation(color),
                        join.calledBytes(color)));
                XlaDumpFindings.of(join, color, totals.get(color), plan);
                plan.end(PlanState.OPEN, to.at());
              }
            });
  }

  private @Nullable PlanFigures begun(int color, XlaDumpJoin join, int module, Target to) {
    Integer number = numberOfColor.get(color);
    if (number == null) {
      number = to.plans.begin(XlaDumpModule.memory(color, join.platform()), 0, 1);
      numberOfColor.put(color, number);
    }
    PlanFigures plan = to.plans.at(number);
    if (plan != null) {
      String setting =
          join.pointsPerStep() == 1 ? "" : "program_points_per_step=" + join.pointsPerStep();
      String name = to.source.name().isEmpty() ? "module" : to.source.name();
      plan.name(name + (module == 1 ? " " : "#" + module + " ") + plan.memory(), setting);
    }
    return plan;
  }

  /** Adds findings about missing parts; plans that lack nothing become a success. */
  void settle(Set<Missing> missing, Target to) {
    numberOfColor
        .values()
        .forEach(
            number ->
                XlaDumpFindings.settle(to.plans.at(number), missing, PlanState.OPEN, to.at()));
  }

  void end(Set<Missing> missing, Target to) {
    for (int number : numberOfColor.values()) {
      PlanFigures plan = to.plans.at(number);
      if (plan != null) {
        plan.intervals().forEach(to.out);
        XlaDumpFindings.settle(plan, missing, PlanState.TRUNCATED, to.at());
        to.plans.end(number, plan.state(), to.at());
      }
    }
    numberOfColor.clear();
  }

  /** Findings about incomplete or inconsistent dump files of a module. */
  private static final class XlaDumpFindings {

    private XlaDumpFindings() {}

    /** Adds findings about files that do not match. */
    static void of(XlaDumpJoin join, int color, @Nullable Long total, PlanFigures plan) {
      plan.found(
          FindingKind.NO_LIVE_RANGE, some(join.unplaced(color), " values have no live range"));
      plan.found(
          FindingKind.TOTAL_DIFFERS,
          difference(total, join.bytes(color) + join.calledBytes(color)));
      plan.found(
          FindingKind.UNLISTED_VALUES,
          some(join.strangers(), " live ranges are of values not listed"));
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
        plan.found(FindingKind.INCOMPLETE, missing.stream().map(one -> one.sentence).toList());
        boolean whole = missing.isEmpty() || missing.equals(Set.of(Missing.ASSIGNMENT));
        boolean complete =
            whole && !plan.has(FindingKind.NO_LIVE_RANGE) && !plan.has(FindingKind.UNLISTED_VALUES);
        PlanState state = complete ? PlanState.COMPLETE : otherwise;
        if (state != plan.state()) {
          plan.end(state, at);
        }
      }
    }
  }
}
