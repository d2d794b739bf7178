package io.tidemark.analysis.system.xla;

import io.tidemark.analysis.plan.PlanFigures;
import io.tidemark.analysis.plan.Plans;
import io.tidemark.analysis.state.PartReader;
import io.tidemark.analysis.state.PartWriter;
import io.tidemark.analysis.system.xla.XlaDumpProgress.Missing;
import io.tidemark.model.LogPosition;
import io.tidemark.model.MemoryEvent;
import io.tidemark.model.PlanState;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The plans of the module that is read, one for each of its memories. */
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

  /** The plan of a memory; {@code null} when there is none. */
  @Nullable PlanFigures of(int color) {
    Integer number = numberOfColor.get(color);
    return number == null ? null : plans.at(number);
  }

  /**
   * Makes them anew of what is known; they stay open.
   *
   * @param cut intervals that were left out before
   * @param module its number in the source, from 1
   */
  void replace(XlaDumpJoin join, long cut, int module, LogPosition at) {
    join.intervals()
        .forEach(
            (color, intervals) -> {
              PlanFigures plan = begun(color, join, module);
              if (plan != null) {
                plan.unite();
                plan.reserve(join.bytes(color));
                plan.replace(intervals, cut + join.unplaced(color), at);
                XlaDumpFindings.of(join, color, plan);
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

  /** They say what their module's files lack, and are a success when they lack nothing. */
  void settle(Set<Missing> missing, LogPosition at) {
    numberOfColor
        .values()
        .forEach(number -> XlaDumpFindings.settle(plans.at(number), missing, PlanState.OPEN, at));
  }

  /** Nothing more comes to the module. */
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
