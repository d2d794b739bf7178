package io.tidemark.analysis.run;

import io.tidemark.analysis.alert.Judge;
import io.tidemark.analysis.document.Document;
import io.tidemark.analysis.memory.Devices;
import io.tidemark.analysis.memory.RunPoints;
import io.tidemark.analysis.plan.Plans;
import io.tidemark.analysis.state.Sections;
import io.tidemark.analysis.state.StateParts;
import io.tidemark.analysis.state.StateParts.Store;
import io.tidemark.analysis.system.LogSystem;
import io.tidemark.analysis.system.RunContext;
import io.tidemark.analysis.system.SystemTracker;
import io.tidemark.model.log.RunId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The stored sections of an open run: its figures, alerts, document, devices and plans, and one per
 * system. If a section is unreadable, it restarts together with all parts that belong to it.
 */
final class RunSections {

  private static final String FACTS = "counts";
  private static final String ALERTS = "alerts";
  private static final String DOCUMENT = "document";
  private static final String DEVICES = "devices";
  private static final String POINTS = "program points";
  private static final String PLANS = "plans";
  private static final String SYSTEM = "system ";

  private final RunId id;
  private final Sections in;
  private final RunParts parts;
  private final Settings settings;

  RunSections(RunId id, Sections in, StateParts parts, Settings settings) {
    this.id = id;
    this.in = in;
    this.parts = new RunParts(id, parts);
    this.settings = settings;
  }

  /** Writes a run: its sections, and the parts that changed since the last call. */
  static void write(OpenRun run, Sections out, StateParts parts) {
    run.facts.contradictions = run.contradictions();
    out.put(FACTS, run.facts);
    out.put(ALERTS, run.judge.state());
    if (run.document != null) {
      out.put(DOCUMENT, run.document.section().write());
    }
    out.put(DEVICES, run.devices.state());
    out.put(POINTS, run.devices.points());
    out.put(PLANS, run.plans.state());
    run.trackers.each(
        (system, tracker) -> out.put(SYSTEM + system.name(), tracker.section().write()));
    run.publication.store(parts);
  }

  /**
   * Restores the run.
   *
   * @param millis start of the run if its figures restart
   */
  OpenRun read(long millis, Emissions emissions) {
    Judge judge =
        in.orRestart(
            ALERTS,
            Judge.State.class,
            state -> new Judge(settings.thresholds(), state),
            () -> new Judge(settings.thresholds()));
    Document document = in.orRestart(DOCUMENT, this::document, () -> null);
    RunContext context = new RunContext(id.source(), devices(), plans());
    Trackers trackers = new Trackers(settings.systems(), context);
    List<LogSystem> systems = settings.systems().systems();
    for (int i = 0; i < systems.size(); i++) {
      SystemTracker tracker = tracker(systems.get(i), trackers);
      if (tracker != null) {
        trackers.put(i, tracker);
      }
    }
    trackers.begin().all().forEach(SystemTracker::restored);
    RunFacts facts = in.orRestart(FACTS, RunFacts.class, () -> new RunFacts(millis));
    OpenRun run = new OpenRun(id, facts, trackers, judge, settings, emissions);
    run.document = document;
    return run;
  }

  private @Nullable Document document(byte[] section) {
    Document document = Document.begin(settings.systems().formats());
    document.section().read(section);
    return document.mayRead() ? document : null;
  }

  private Devices devices() {
    RunPoints points = points();
    return in.orRestart(
        DEVICES,
        Devices.State.class,
        state -> {
          Devices devices = new Devices(state, points);
          parts.scan(Store.OPS, key -> true, devices.parts()::restoreOp);
          parts.scan(
              Store.TIMELINES, key -> !RunPoints.isPage(key), devices.parts()::restoreTimeline);
          return devices;
        },
        () -> {
          parts.drop(Store.OPS, key -> true);
          parts.drop(Store.TIMELINES, key -> true);
          return new Devices(in.restart(POINTS, RunPoints::stopped));
        });
  }

  /** Points that restart are recorded again in the next run. */
  private RunPoints points() {
    return in.orRestart(
        POINTS,
        RunPoints.class,
        points -> {
          parts.scan(Store.TIMELINES, RunPoints::isPage, points::restore);
          points.restored();
          return points;
        },
        () -> {
          parts.drop(Store.TIMELINES, RunPoints::isPage);
          return RunPoints.stopped();
        });
  }

  private Plans plans() {
    return in.orRestart(
        PLANS,
        Plans.State.class,
        state -> {
          Plans plans = Plans.of(state);
          parts.scan(Store.PLANS, Plans::isPage, plans::restore);
          return plans;
        },
        () -> {
          parts.drop(Store.PLANS, Plans::isPage);
          return new Plans();
        });
  }

  /**
   * Returns the tracker of a system; {@code null} if it had no fact, or restarts. A tracker refers
   * to plans by number, so it restarts when the plans restart.
   */
  private @Nullable SystemTracker tracker(LogSystem system, Trackers trackers) {
    String tag = SYSTEM + system.name();
    if (in.restarted().contains(PLANS)) {
      return in.restart(tag, () -> dropped(system));
    }
    return in.orRestart(
        tag,
        section -> {
          SystemTracker tracker = trackers.create(system);
          tracker.section().read(section);
          parts.scanPages(system, (key, bytes) -> tracker.restorePage(bytes));
          return tracker;
        },
        () -> dropped(system));
  }

  private @Nullable SystemTracker dropped(LogSystem system) {
    parts.dropPages(system);
    return null;
  }
}
