package io.tidemark.analysis.run;

import io.tidemark.analysis.line.Fact;
import io.tidemark.analysis.line.LineListener;
import io.tidemark.analysis.line.LineScan;
import io.tidemark.analysis.line.Parsed;
import io.tidemark.analysis.log.LineAt;
import io.tidemark.analysis.memory.Devices;
import io.tidemark.analysis.memory.Failures;
import io.tidemark.analysis.memory.FrameOwners;
import io.tidemark.analysis.memory.LastRun;
import io.tidemark.analysis.memory.RunOutput;
import io.tidemark.analysis.memory.Traceback;
import io.tidemark.analysis.message.Behind;
import io.tidemark.analysis.message.FactFigures;
import io.tidemark.analysis.message.Message.Kind;
import io.tidemark.analysis.message.MessageFact;
import io.tidemark.analysis.plan.Plans;
import io.tidemark.analysis.state.ChangedState;
import io.tidemark.analysis.system.LogSystem;
import io.tidemark.analysis.system.RunContext;
import io.tidemark.analysis.system.SystemTracker;
import io.tidemark.model.event.MemoryEvent;
import io.tidemark.model.log.LogPosition;
import io.tidemark.model.log.RunId;
import io.tidemark.model.memory.MemoryKey;
import io.tidemark.model.plan.PlanKey;
import io.tidemark.model.plan.PlanSpace;
import io.tidemark.model.plan.PlanState;
import io.tidemark.model.run.RunStatus;
import io.tidemark.model.training.Training;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One run: its devices, its plans, and the trackers of all systems. */
public final class RunTracker {

  private static final Set<Kind> FIGURES = Set.of(Kind.USE, Kind.CAPACITY, Kind.PLAN, Kind.PART);

  private final RunId id;
  final LogSystems systems;
  private final List<String> formats = new ArrayList<>();
  public final Devices devices;
  public final Plans plans;
  public final List<SystemTracker> trackers;

  /** By tracker: whether it is as it was created, so that nothing of it need be stored. */
  private final boolean[] idle;

  private final RunOutput output;

  /** Mostly few that listen to nothing, so that a line costs little. */
  private final List<LineListener> listeners = new ArrayList<>();

  private final List<LineListener> textListeners = new ArrayList<>();

  /** The run to compare with, used only if it has lines of all formats of this run. */
  private @Nullable LastRun last;

  /** Creates a run before its first line. */
  static RunTracker begin(RunId id, LogSystems systems) {
    RunContext context = new RunContext(id.source(), new Devices(), new Plans());
    List<SystemTracker> trackers = new ArrayList<>();
    for (LogSystem system : systems.systems()) {
      trackers.add(system.newTracker(context));
    }
    boolean[] idle = new boolean[trackers.size()];
    Arrays.fill(idle, true);
    return new RunTracker(id, systems, context, trackers, idle);
  }

  /**
   * Creates a run.
   *
   * @param idle by tracker: whether it is as it was created
   */
  public RunTracker(
      RunId id,
      LogSystems systems,
      RunContext context,
      List<SystemTracker> trackers,
      boolean[] idle) {
    this.id = id;
    this.systems = systems;
    this.devices = context.devices();
    devices.group(systems.groups());
    devices.give(systems.deviceBytes());
    this.plans = context.plans();
    plans.group(systems.groups());
    this.trackers = trackers;
    this.idle = idle;
    this.output = new RunOutput(devices, systems.frames());
    for (int i = 0; i < trackers.size(); i++) {
      List<LineListener> own = trackers.get(i).lineListeners();
      listeners.addAll(own);
      LineListener texts = trackers.get(i).textListener();
      if (texts != null) {
        textListeners.add(texts);
      }
      idle[i] &= own.stream().noneMatch(LineListener::listens) && texts == null;
    }
  }

  RunId id() {
    return id;
  }

  public boolean isIdle(int tracker) {
    return idle[tracker];
  }

  /** Shows a line to the listeners. */
  void show(LineAt line) {
    for (LineListener listener : listeners) {
      listener.onLine(line.bytes(), line.start(), line.end(), line.number());
    }
    for (LineListener listener : textListeners) {
      listener.onLine(line.bytes(), line.start(), line.end(), line.number());
    }
  }

  /** Shows ignored lines to the listeners; {@code number} is the number of the first. */
  void ignored(LineScan scan, long number) {
    for (LineListener listener : listeners) {
      if (listener.listens()) {
        scan.showIgnored(listener, number, Integer.MAX_VALUE);
      }
    }
    for (LineListener listener : textListeners) {
      scan.showIgnored(listener, number, SystemTracker.TEXTS);
    }
  }

  /** Carries state over from the previous run. */
  void follow(RunTracker before) {
    for (int i = 0; i < trackers.size(); i++) {
      trackers.get(i).follow(before.trackers.get(i));
      idle[i] &= before.idle[i];
    }
  }

  /** Returns the tracker of the fact's system. */
  private SystemTracker trackerOf(Fact fact) {
    int index = systems.indexOf(fact);
    idle[index] = false;
    return trackers.get(index);
  }

  /**
   * Whether this fact begins another run.
   *
   * @param ended whether the process before it has ended
   */
  boolean begins(Fact fact, boolean ended) {
    boolean starts = ended || (fact instanceof MessageFact message && message.is(Kind.START));
    return (starts || trackerOf(fact).begins(fact)) && any();
  }

  private boolean any() {
    return devices.snapshots() > 0 || devices.failures().any() || plans.any() || training() != null;
  }

  /**
   * Records a fact. Returns the reject if earlier lines contradict it, else {@code null}.
   *
   * @param above the open traceback of its writer
   * @param waits whether it may decide what became of the run
   */
  Parsed.@Nullable Rejected apply(
      Fact fact,
      LogPosition at,
      long line,
      @Nullable Traceback above,
      boolean waits,
      Consumer<MemoryEvent> events) {
    SystemTracker tracker = trackerOf(fact);
    if (!tracker.expects(fact, line)) {
      return null;
    }
    boolean goesOn = waits && goesOn(fact);
    seen(fact.format(), at, events);
    if (goesOn) {
      failures().wentOn("%s, line %,d".formatted(fact.format(), line), false);
    }
    tracker.apply(fact, output.begin(at, line, events).below(above));
    RunOutput.Refusal refusal = output.refusal();
    return refusal == null
        ? null
        : new Parsed.Rejected(fact.format(), refusal.column(), refusal.reason());
  }

  /** Whether the program itself states a figure; the kernel states those of the host. */
  private static boolean goesOn(Fact fact) {
    return !(fact instanceof MessageFact message)
        || (FIGURES.contains(message.message().kind())
            && !PlanSpace.HOST.equals(FactFigures.memory(message)));
  }

  /** Handles a line that states nothing about memory, but says what became of the process. */
  void apply(Parsed.Sign sign, LogPosition at, Consumer<MemoryEvent> events) {
    RunOutput out = output.begin(at, events);
    trackers.forEach(tracker -> tracker.apply(sign, out));
  }

  /**
   * Handles a line behind a failure that states nothing.
   *
   * @param said what it says of the run; {@code null} for nothing
   */
  void behind(Behind.@Nullable Said said, LogPosition at, Consumer<MemoryEvent> events) {
    RunOutput out = output.begin(at, events);
    if (said == null) {
      out.passed();
    } else {
      switch (said.kind()) {
        case CRASH -> out.ended();
        case CAUGHT -> failures().caught(said.cited());
        default -> failures().wentOn(said.cited(), said.isStep());
      }
    }
  }

  /** Handles a line behind a failure, which may name who asked for the memory. */
  void owned(LineAt line, FrameOwners owners) {
    failures().owned(owners, line.bytes(), line.start(), line.end());
  }

  /** Handles a line that states nothing, since somebody quotes it. */
  void quoted(Parsed parsed) {
    if (parsed instanceof Parsed.Quoted quoted
        && quoted.says() instanceof MessageFact fact
        && fact.message().claimsFailure()) {
      devices.failures().quote(FactFigures.failure(fact));
    }
  }

  private void seen(String format, LogPosition at, Consumer<MemoryEvent> events) {
    if (formats.isEmpty()) {
      events.accept(new MemoryEvent.RunStarted(at, format, null));
    }
    if (!formats.contains(format)) {
      formats.add(format);
      against(last);
    }
  }

  /** Sets the previous run to compare with; it is ignored if it lacks a format of this run. */
  void against(@Nullable LastRun run) {
    last = run;
    devices.points().against(run == null || !run.formats().containsAll(formats) ? null : run);
  }

  /** Approximate heap use in bytes of everything that grows with the log. */
  long weightBytes() {
    long bytes = devices.weightBytes() + plans.weightBytes();
    for (SystemTracker tracker : trackers) {
      bytes += tracker.weightBytes();
    }
    return bytes;
  }

  /** Ends the run: closes trackers, devices and plans. */
  void end(LogPosition at, Consumer<MemoryEvent> events) {
    RunOutput out = output.begin(at, events);
    trackers.forEach(tracker -> tracker.end(out));
    out.silent();
    devices.end();
    plans.endAll(PlanState.TRUNCATED, at);
  }

  /** Handles missing lines of the log. */
  void gap(LogPosition at, Consumer<MemoryEvent> events) {
    RunOutput out = output.begin(at, events);
    trackers.forEach(tracker -> tracker.gap(out));
    devices.points().stop();
  }

  /** Decides what waits for a further line, since none comes for now. */
  void rest(LogPosition at, Consumer<MemoryEvent> events) {
    RunOutput out = output.begin(at, events);
    for (int i = 0; i < trackers.size(); i++) {
      if (!idle[i]) {
        trackers.get(i).rest(out);
      }
    }
    out.silent();
  }

  long snapshots() {
    return devices.snapshots();
  }

  boolean flatAttribution() {
    return devices.snapshots() > 0 && trackers.stream().anyMatch(SystemTracker::attributesFlat);
  }

  /** Names of the formats of its lines, in order of first appearance. */
  List<String> formats() {
    return formats;
  }

  Failures failures() {
    return devices.failures();
  }

  /** Devices and memories dropped by limits; {@code null} for none. */
  RunStatus.@Nullable TurnedAway turnedAway() {
    return devices.turnedAway();
  }

  /** Number of lines that one writer cannot have written in that order; {@code null} for none. */
  @Nullable Long contradictions() {
    return output.contradictions() == 0 ? null : output.contradictions();
  }

  void restore(List<String> itsFormats, long contradictions) {
    formats.addAll(itsFormats);
    output.restoreContradictions(contradictions);
  }

  /** Returns the trainer's summary; {@code null} if the log has none. */
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
   * Returns the state that changed since the last call.
   *
   * @param busy more input follows: large sums may wait
   */
  ChangedState changes(boolean busy) {
    ChangedState changed = ChangedState.none();
    devices.publish(id, changed);
    plans.publish(
        busy, (plan, page, record) -> changed.plans().put(new PlanKey(id, plan, page), record));
    return changed;
  }

  /** Whether the last call held changes back. */
  boolean waits() {
    return plans.waits();
  }

  /** Keys of every memory that was ever published. */
  Set<MemoryKey> memories() {
    return devices.parts().memories(id);
  }
}
