package io.tidemark.analysis.store;

import io.tidemark.analysis.memory.Devices;
import io.tidemark.analysis.memory.RunPoints;
import io.tidemark.analysis.plan.PlanParts;
import io.tidemark.analysis.plan.Plans;
import io.tidemark.analysis.run.LogSystems;
import io.tidemark.analysis.run.RunParts;
import io.tidemark.analysis.run.RunTracker;
import io.tidemark.analysis.state.Sections;
import io.tidemark.analysis.state.StateParts.Store;
import io.tidemark.analysis.system.LogSystem;
import io.tidemark.analysis.system.RunContext;
import io.tidemark.analysis.system.SystemTracker;
import io.tidemark.model.log.RunId;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * The stored sections of a run: one for its devices, one for its plans, one per system. If a
 * section is unreadable, it restarts together with all parts that belong to it.
 */
final class RunSections {

  private static final String DEVICES = "devices";
  private static final String POINTS = "program points";
  private static final String PLANS = "plans";
  private static final String SYSTEM = "system ";

  private RunSections() {}

  static void write(RunTracker run, LogSystems systems, Sections out) {
    out.put(DEVICES, run.devices.state());
    out.put(POINTS, run.devices.points());
    out.put(PLANS, run.plans.state());
    for (int i = 0; i < run.trackers.size(); i++) {
      if (!run.isIdle(i)) {
        out.put(SYSTEM + systems.systems().get(i).name(), run.trackers.get(i).section().write());
      }
    }
  }

  static RunTracker read(RunId id, LogSystems systems, Sections in, RunParts parts) {
    RunContext context = new RunContext(id.source(), devices(in, parts), plans(in, parts));
    List<SystemTracker> trackers = new ArrayList<>();
    boolean[] idle = new boolean[systems.systems().size()];
    for (LogSystem system : systems.systems()) {
      idle[trackers.size()] = !in.has(SYSTEM + system.name());
      trackers.add(tracker(system, context, in, parts));
    }
    trackers.forEach(SystemTracker::restored);
    return new RunTracker(id, systems, context, trackers, idle);
  }

  private static Devices devices(Sections in, RunParts parts) {
    RunPoints points = points(in, parts);
    return in.orRestart(
        DEVICES,
        Devices.State.class,
        state -> {
          Devices devices = new Devices(state, points);
          parts.scan(Store.OPS, devices.parts()::restoreOp);
          parts.scan(
              Store.TIMELINES,
              (key, bytes) -> {
                if (!RunPoints.isPage(key)) {
                  devices.parts().restoreTimeline(key, bytes);
                }
              });
          return devices;
        },
        () -> {
          parts.dropOps();
          parts.dropTimelines();
          return new Devices(in.restart(POINTS, RunPoints::stopped));
        });
  }

  /** Points that restart are recorded again in the next run. */
  private static RunPoints points(Sections in, RunParts parts) {
    return in.orRestart(
        POINTS,
        RunPoints.class,
        points -> {
          parts.scan(
              Store.TIMELINES,
              (key, bytes) -> {
                if (RunPoints.isPage(key)) {
                  points.restore(key, bytes);
                }
              });
          points.restored();
          return points;
        },
        () -> {
          parts.dropPoints();
          return RunPoints.stopped();
        });
  }

  private static Plans plans(Sections in, RunParts parts) {
    return in.orRestart(
        PLANS,
        Plans.State.class,
        state -> {
          Plans plans = Plans.of(state);
          parts.scanPlans((key, bytes) -> PlanParts.restore(plans, key, bytes));
          return plans;
        },
        () -> {
          parts.dropPlans();
          return new Plans();
        });
  }

  /** A tracker refers to plans by number, so it restarts when the plans restart. */
  private static SystemTracker tracker(
      LogSystem system, RunContext context, Sections in, RunParts parts) {
    String tag = SYSTEM + system.name();
    Supplier<SystemTracker> restart =
        () -> {
          parts.dropPages(system);
          return system.newTracker(context);
        };
    if (in.restarted().contains(PLANS)) {
      return in.restart(tag, restart);
    }
    return in.orRestart(
        tag,
        section -> {
          SystemTracker tracker = system.newTracker(context);
          tracker.section().read(section);
          parts.scanPages(system, (key, bytes) -> tracker.restorePage(bytes));
          return tracker;
        },
        restart);
  }
}
