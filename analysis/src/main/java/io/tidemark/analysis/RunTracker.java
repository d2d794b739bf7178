package io.tidemark.analysis;

import io.tidemark.analysis.line.Fact;
import io.tidemark.analysis.line.LineListener;
import io.tidemark.analysis.line.LineScan;
import io.tidemark.analysis.line.Parsed;
import io.tidemark.analysis.memory.Devices;
import io.tidemark.analysis.memory.Failures;
import io.tidemark.analysis.memory.LastRun;
import io.tidemark.analysis.memory.RunOutput;
import io.tidemark.analysis.plan.Plans;
import io.tidemark.analysis.state.ChangedState;
import io.tidemark.analysis.system.LogSystem;
import io.tidemark.analysis.system.RunContext;
import io.tidemark.analysis.system.SystemTracker;
import io.tidemark.model.LogPosition;
import io.tidemark.model.MemoryEvent;
import io.tidemark.model.MemoryKey;
import io.tidemark.model.PlanKey;
import io.tidemark.model.PlanState;
import io.tidemark.model.RunId;
import io.tidemark.model.RunStatus;
import io.tidemark.model.Training;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One run: its devices, its plans, and the systems whose facts its log holds. */
final class RunTracker {

  private final RunId id;
  final LogSystems systems;
  private final List<String> formats = new ArrayList<>();
  final Devices devices;
  final Plans plans;
  final List<SystemTracker> trackers;
  private final RunOutput output;

  /** Mostly nobody listens, and a line costs nothing. */
  private final List<LineListener> listeners = new ArrayList<>();

  private final List<LineListener> textListeners = new ArrayList<>();

  /** The format of the newest fact, mostly that of the next, and its tracker's place. */
  private String newestFormat = "";

  /** A line of the newest format was recorded. */
  private boolean newestSeen;

  /** The run that it is compared with, unless that has no line of one of its formats. */
  private @Nullable LastRun last;

  private int newest;

  /** A run before its first line. */
  static RunTracker begin(RunId id, LogSystems systems) {
    RunContext context = new RunContext(id.source(), new Devices(), new Plans());
    List<SystemTracker> trackers = new ArrayList<>();
    for (LogSystem system : systems.systems()) {
      trackers.add(system.newTracker(context));
    }
    return new RunTracker(id, systems, context, trackers);
  }

  RunTracker(RunId id, LogSystems systems, RunContext context, List<SystemTracker> trackers) {
    this.id = id;
    this.systems = systems;
    this.devices = context.devices();
    this.plans = context.plans();
    this.trackers = trackers;
    this.output = new RunOutput(devices);
    for (SystemTracker tracker : trackers) {
      LineListener listener = tracker.lineListener();
      if (listener != null) {
        listeners.add(listener);
      }
      LineListener texts = tracker.textListener();
      if (texts != null) {
        textListeners.add(texts);
      }
    }
  }

  RunId id() {
    return id;
  }

  /** Shows a line to those who listen. */
  void show(LineAt line) {
    for (LineListener listener : listeners) {
      listener.onLine(line.bytes(), line.start(), line.end(), line.number());
    }
    for (LineListener listener : textListeners) {
      listener.onLine(line.bytes(), line.start(), line.end(), line.number());
    }
  }

  /** Shows ignored lines, the first of this number, to those who listen. */
  void ignored(LineScan scan, long number) {
    for (LineListener listener : listeners) {
      scan.showIgnored(listener, number);
    }
    for (LineListener listener : textListeners) {
      scan.showLastIgnored(listener, number, SystemTracker.TEXTS);
    }
  }

  /** Goes on where the run before ended. */
  void follow(RunTracker before) {
    for (int i = 0; i < trackers.size(); i++) {
      trackers.get(i).follow(before.trackers.get(i));
    }
  }

  /** The tracker of the fact's system. */
  private SystemTracker trackerOf(Fact fact) {
    String format = fact.format();
    if (!format.equals(newestFormat)) {
      newest = systems.indexOf(format);
      newestFormat = format;
      newestSeen = false;
    }
    return trackers.get(newest);
  }

  /** Whether this line is of another run than all lines so far. */
  boolean begins(Fact fact) {
    return trackerOf(fact).begins(fact) && any();
  }

  private boolean any() {
    return devices.snapshots() > 0
        || devices.failures().count() > 0
        || plans.any()
        || training() != null;
  }

  /** Records a fact; answers why it cannot be, as far as the lines before it show. */
  Parsed.@Nullable Rejected apply(
      Fact fact, LogPosition at, long line, Consumer<MemoryEvent> events) {
    SystemTracker tracker = trackerOf(fact);
    if (!tracker.expects(fact, line)) {
      return null;
    }
    if (!newestSeen) {
      newestSeen = true;
      seen(newestFormat, at, events);
    }
    tracker.apply(fact, output.begin(at, line, events));
    RunOutput.Refusal refusal = output.refusal();
    return refusal == null
        ? null
        : new Parsed.Rejected(fact.format(), refusal.column(), refusal.reason());
  }

  private void seen(String format, LogPosition at, Consumer<MemoryEvent> events) {
    if (formats.isEmpty()) {
      events.accept(new MemoryEvent.RunStarted(at, format));
    }
    if (!formats.contains(format)) {
      formats.add(format);
      against(last);
    }
  }

  /** Compares it with a run before, as far as that is one of the same formats. */
  void against(@Nullable LastRun run) {
    last = run;
    devices.points().against(run == null || !run.formats().containsAll(formats) ? null : run);
  }

  /** Roughly what it holds on the heap, bytes: what grows with a log, not what every run has. */
  long weightBytes() {
    long bytes = devices.weightBytes() + plans.weightBytes();
    for (SystemTracker tracker : trackers) {
      bytes += tracker.weightBytes();
    }
    return bytes;
  }

  /** Closes what is open. */
  void end(LogPosition at, Consumer<MemoryEvent> events) {
    RunOutput out = output.begin(at, events);
    trackers.forEach(tracker -> tracker.end(out));
    devices.end();
    plans.endAll(PlanState.TRUNCATED, at);
  }

  /** Lines of the log are missing here. */
  void gap(LogPosition at, Consumer<MemoryEvent> events) {
    RunOutput out = output.begin(at, events);
    trackers.forEach(tracker -> tracker.gap(out));
    devices.points().stop();
  }

  long snapshots() {
    return devices.snapshots();
  }

  boolean flatAttribution() {
    return devices.snapshots() > 0 && trackers.stream().anyMatch(SystemTracker::attributesFlat);
  }

  /** Names of the formats of its lines, in the order they came. */
  List<String> formats() {
    return formats;
  }

  Failures failures() {
    return devices.failures();
  }

  /** Devices and memories that there was no room for; {@code null} for none. */
  RunStatus.@Nullable TurnedAway turnedAway() {
    return devices.turnedAway();
  }

  /** Lines that one writer cannot have written in that order; {@code null} for none. */
  @Nullable Long contradictions() {
    return output.contradictions() == 0 ? null : output.contradictions();
  }

  void restoreContradictions(long count) {
    output.restoreContradictions(count);
  }

  /** {@code null} while the log holds no trainer's summary. */
  @Nullable Training training() {
    for (SystemTracker tracker : trackers) {
      Training training = tracker.training();
      if (training != null) {
        return training;
      }
    }
    return null;
  }

  /**
   * The state that changed since the last call.
   *
   * @param busy more is to come at once: what takes long to sum up may wait
   */
  ChangedState changes(boolean busy) {
    ChangedState changed = ChangedState.none();
    devices.publish(id, changed);
    plans.publish(
        busy, (plan, page, record) -> changed.plans().put(new PlanKey(id, plan, page), record));
    return changed;
  }

  /** Something that changed was kept back by the last call. */
  boolean waits() {
    return plans.waits();
  }

  /** Every memory that was ever published. */
  Set<MemoryKey> memories() {
    return devices.parts().memories(id);
  }
}
