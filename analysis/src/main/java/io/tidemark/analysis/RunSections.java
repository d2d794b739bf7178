package io.tidemark.analysis;

import io.tidemark.analysis.memory.Devices;
import io.tidemark.analysis.memory.RunPoints;
import io.tidemark.analysis.plan.PlanParts;
import io.tidemark.analysis.plan.Plans;
import io.tidemark.analysis.state.PartReader;
import io.tidemark.analysis.state.SectionReader;
import io.tidemark.analysis.state.SectionWriter;
import io.tidemark.analysis.state.StateParts.Store;
import io.tidemark.analysis.system.LogSystem;
import io.tidemark.analysis.system.RunContext;
import io.tidemark.analysis.system.SystemTracker;
import io.tidemark.model.RunId;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * The stored sections of a run: one for its devices, one for its plans, one per system. If a
 * section is unreadable, it restarts together with all parts that belong to it.
 */
final class RunSections {

  private static final String FORMATS = "formats";
  private static final String DEVICES = "devices";
  private static final String POINTS = "program points";
  private static final String PLANS = "plans";
  private static final String SYSTEM = "system ";
  private static final int FORMATS_VERSION = 1;
  private static final int DEVICES_VERSION = 1;
  private static final int POINTS_VERSION = 1;
  private static final int PLANS_VERSION = 1;
  private static final int SYSTEM_VERSION = 99;

  private RunSections() {}

  static void write(RunTracker run, LogSystems systems, SectionWriter out) {
    out.section(
        FORMATS,
        FORMATS_VERSION,
        section -> {
          section.number(run.formats().size());
          run.formats().forEach(section::text);
        });
    out.section(DEVICES, DEVICES_VERSION, run.devices::write);
    if (run.devices.points().any()) {
      out.section(POINTS, POINTS_VERSION, run.devices.points()::write);
    }
    out.section(PLANS, PLANS_VERSION, run.plans::write);
    for (int i = 0; i < run.trackers.size(); i++) {
      SystemTracker tracker = run.trackers.get(i);
      out.section(
          SYSTEM + systems.systems().get(i).name(),
          SYSTEM_VERSION,
          section -> section.bytes(tracker.section().write()));
    }
  }

  static RunTracker read(RunId id, LogSystems systems, SectionReader in, RunParts parts) {
    RunContext context = new RunContext(id.source(), devices(in, parts), plans(in, parts));
    List<SystemTracker> trackers = new ArrayList<>();
    for (LogSystem system : systems.systems()) {
      trackers.add(tracker(system, context, in, parts));
    }
    trackers.forEach(SystemTracker::restored);
    RunTracker run = new RunTracker(id, systems, context, trackers);
    run.formats()
        .addAll(in.orRestart(FORMATS, FORMATS_VERSION, RunSections::formats, List::<String>of));
    return run;
  }

  private static List<String> formats(PartReader section) {
    List<String> formats = new ArrayList<>();
    for (int left = section.count(); left > 0; left--) {
      formats.add(section.word());
    }
    return formats;
  }

  private static Devices devices(SectionReader in, RunParts parts) {
    Devices devices =
        in.orRestart(
            DEVICES,
            DEVICES_VERSION,
            section -> {
              Devices stored = Devices.read(section);
              parts.scan(Store.OPS, stored.parts()::restoreOp);
              parts.scan(Store.TIMELINES, (key, bytes) -> restorePage(stored, key, bytes));
              return stored;
            },
            () -> {
              parts.dropOps();
              parts.dropTimelines();
              return new Devices();
            });
    points(in, devices.points(), devices.snapshots() > 0);
    return devices;
  }

  private static void restorePage(Devices devices, String key, byte[] bytes) {
    if (RunPoints.isPage(key)) {
      devices.points().restore(key, bytes);
    } else {
      devices.parts().restoreTimeline(key, bytes);
    }
  }

  /**
   * Restores program points only if all devices were restored; otherwise they restart in the next
   * run.
   */
  private static void points(SectionReader in, RunPoints points, boolean any) {
    Supplier<RunPoints> restart =
        () -> {
          points.forget();
          return points;
        };
    if (in.restarted().contains(DEVICES)) {
      in.restart(POINTS, restart);
    } else {
      in.orRestart(
          POINTS,
          POINTS_VERSION,
          section -> {
            points.read(section);
            return points;
          },
          any ? restart : () -> points);
    }
  }

  private static Plans plans(SectionReader in, RunParts parts) {
    return in.orRestart(
        PLANS,
        PLANS_VERSION,
        section -> {
          Plans plans = new Plans();
          plans.read(section);
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
      LogSystem system, RunContext context, SectionReader in, RunParts parts) {
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
        SYSTEM_VERSION,
        section -> {
          SystemTracker tracker = system.newTracker(context);
          tracker.section().read(section.bytes());
          parts.scanPages(system, (key, bytes) -> tracker.restorePage(bytes));
          return tracker;
        },
        restart);
  }
}
