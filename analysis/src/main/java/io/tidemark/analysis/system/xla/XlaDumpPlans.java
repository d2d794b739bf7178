package io.tidemark.analysis.system.xla;

import io.tidemark.analysis.plan.PlanFigures;
import io.tidemark.analysis.plan.PlanOutline;
import io.tidemark.analysis.plan.Plans;
import io.tidemark.analysis.state.PartReader;
import io.tidemark.analysis.state.PartWriter;
import io.tidemark.analysis.system.xla.XlaDumpProgress.Missing;
import io.tidemark.model.LogPosition;
import io.tidemark.model.MemoryEvent;
import io.tidemark.model.PlanState;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The plans of the current module, one for each of its memories. */
final class XlaDumpPlans {

  private final Plans plans;
  private final XlaDumpModule source;
  private final Map<Integer, Integer> numberOfColor = new TreeMap<>();

  XlaDumpPlans(Plans plans, XlaDumpModule source) {
    this.plans = plans;
    this.source = source;
  }

  XlaDumpModule.Platform platform() {
    return source.platform();
  }

  boolean isEmpty() {
    return numberOfColor.isEmpty();
  }

  /** Returns the plan of a memory; {@code null} if there is none. */
  @Nullable PlanFigures of(int color) {
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
  void replace(XlaDumpJoin join, Map<Integer, Long> totals, long cut, int module, LogPosition at) {
    join.intervals()
        .forEach(
            (color, intervals) -> {
              PlanFigures plan = begun(color, join, module);
              if (plan != null) {
                plan.unite();
                plan.reserve(join.bytes(color));
                plan.replace(intervals, cut + join.unplaced(color), at);
                plan.outline(
                    new PlanOutline(
                        color == 0 ? join.points() : List.of(),
                        totals.get(color),
                        join.fragmentation(color)));
                XlaDumpFindings.of(join, color, totals.get(color), plan);
                plan.end(PlanState.OPEN, at);
              }
            });
  }

  private @Nullable PlanFigures begun(int color, XlaDumpJoin join, int module) {
    Integer number = numberOfColor.get(color);
    if (number == null) {
      number = plans.begin(XlaDumpModule.memory(color, join.platform()), 0, 1);
      numberOfColor.put(color, number);
    }
    PlanFigures plan = plans.at(number);
    if (plan != null) {
      String setting =
          join.pointsPerStep() == 1 ? "" : "program_points_per_step=" + join.pointsPerStep();
      String name = source.name().isEmpty() ? "module" : source.name();
      plan.name(name + (module == 1 ? " " : "#" + module + " ") + plan.memory(), setting);
    }
    return plan;
  }

  /** Adds findings about missing parts; plans that lack nothing become a success. */
  void settle(Set<Missing> missing, LogPosition at) {
    numberOfColor
        .values()
        .forEach(number -> XlaDumpFindings.settle(plans.at(number), missing, PlanState.OPEN, at));
  }

  /** Ends the plans of the module. */
  void end(Set<Missing> missing, LogPosition at, Consumer<MemoryEvent> events) {
    for (int number : numberOfColor.values()) {
      PlanFigures plan = plans.at(number);
      if (plan != null) {
        plan.intervals().forEach(events);
        XlaDumpFindings.settle(plan, missing, PlanState.TRUNCATED, at);
        plans.end(number, plan.state(), at);
      }
    }
    numberOfColor.clear();
  }

  void write(PartWriter out) {
    out.number(numberOfColor.size());
    numberOfColor.forEach((color, number) -> out.number(color).number(number));
  }

  void read(PartReader in) {
    for (int left = in.count(); left > 0; left--) {
      numberOfColor.put(in.count(), in.count());
    }
  }
}
