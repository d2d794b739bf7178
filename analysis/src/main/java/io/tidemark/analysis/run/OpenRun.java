package io.tidemark.analysis.run;

import io.tidemark.analysis.alert.Judge;
import io.tidemark.analysis.document.Document;
import io.tidemark.analysis.line.Fact;
import io.tidemark.analysis.line.LineScan;
import io.tidemark.analysis.line.Parsed;
import io.tidemark.analysis.log.LineAt;
import io.tidemark.analysis.memory.Devices;
import io.tidemark.analysis.memory.Failures;
import io.tidemark.analysis.memory.LastRun;
import io.tidemark.analysis.memory.RunOutput;
import io.tidemark.analysis.memory.Traceback;
import io.tidemark.analysis.message.Behind;
import io.tidemark.analysis.message.FactFigures;
import io.tidemark.analysis.message.Message.Kind;
import io.tidemark.analysis.message.MessageFact;
import io.tidemark.analysis.plan.Plans;
import io.tidemark.analysis.system.RunContext;
import io.tidemark.analysis.system.SystemTracker;
import io.tidemark.model.event.FailedAllocation;
import io.tidemark.model.event.MemoryEvent;
import io.tidemark.model.event.MemoryView;
import io.tidemark.model.log.LogPosition;
import io.tidemark.model.log.RunId;
import io.tidemark.model.log.Slice;
import io.tidemark.model.log.SliceOrigin;
import io.tidemark.model.memory.SubmissionUse;
import io.tidemark.model.plan.PlanSpace;
import io.tidemark.model.plan.PlanState;
import io.tidemark.model.training.Training;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** An open run: its figures, its devices and plans, the trackers of its systems and its alerts. */
public final class OpenRun {

  private static final Set<Kind> FIGURES = Set.of(Kind.USE, Kind.CAPACITY, Kind.PLAN, Kind.PART);

  final RunId id;
  final Settings settings;
  final RunFacts facts;
  final Devices devices;
  final Plans plans;
  final Trackers trackers;
  final Judge judge;
  final RunPublication publication = new RunPublication(this);

  /** Possible document of the file, if the run begins with it; {@code null} for none. */
  @Nullable Document document;

  /** Whether it must be stored. */
  boolean unstored = true;

  private final RunOutput output;
  private final Emissions emissions;

  /** The run to compare with, used only if it has lines of all formats of this run. */
  private @Nullable LastRun last;

  static OpenRun begin(RunId id, RunFacts facts, Settings settings, Emissions emissions) {
    RunContext context = new RunContext(id.source(), new Devices(), new Plans());
    Trackers trackers = new Trackers(settings.systems(), context).begin();
    Judge judge = new Judge(settings.thresholds());
    OpenRun run = new OpenRun(id, facts, trackers, judge, settings, emissions);
    run.publication.beginsWithoutParts();
    return run;
  }

  OpenRun(
      RunId id,
      RunFacts facts,
      Trackers trackers,
      Judge judge,
      Settings settings,
      Emissions emissions) {
    this.id = id;
    this.settings = settings;
    this.facts = facts;
    this.devices = trackers.context.devices();
    this.plans = trackers.context.plans();
    this.trackers = trackers;
    this.judge = judge;
    this.emissions = emissions;
    LogSystems systems = settings.systems();
    devices.group(systems.groups());
    devices.give(systems.deviceBytes());
    plans.group(systems.groups());
    output = new RunOutput(devices, systems.frames(), this::emit);
    output.restoreContradictions(facts.contradictions);
  }

  Failures failures() {
    return devices.failures();
  }

  /** Marks the run for publication and storage. */
  public void changed() {
    publication.dirty = true;
    unstored = true;
  }

  /** Returns whether the run must be stored, and clears that mark. */
  boolean drainUnstored() {
    boolean any = unstored;
    unstored = false;
    return any;
  }

  /** Counts a line that was counted before. */
  public void duplicate() {
    changed();
    facts.counts.duplicate();
  }

  void count(Parsed parsed) {
    changed();
    facts.counts.count(parsed);
  }

  /** Counts ignored lines; {@code number} is the number of the last one. */
  void ignore(LineScan scan, long number) {
    changed();
    facts.counts.ignore(scan.ignored());
    trackers.ignored(scan, number - scan.ignored() + 1);
  }

  /** Shows ignored lines that another run counts; {@code number} is the number of the first one. */
  void showIgnored(LineScan scan, long number) {
    unstored = true;
    trackers.ignored(scan, number);
  }

  /** Shows a line to the trackers, before its fact. */
  void show(LineAt line) {
    unstored = true;
    trackers.show(line);
  }

  /** Names the writer of the run. */
  void nameWorker(@Nullable String name) {
    changed();
    facts.worker = name;
  }

  /** Updates where the lines are read. */
  void readOn(SliceOrigin where) {
    if (facts.readOn(where)) {
      changed();
    }
  }

  /** Moves the start back to a time at which a line says the run was under way. */
  void startNoLaterThan(long millis) {
    if (facts.startNoLaterThan(millis)) {
      changed();
    }
  }

  /** The position in the program is unknown, since lines are missing. */
  void stopPoints() {
    devices.points().stop();
  }

  /** Carries state over from the previous run of the writer. */
  void follow(OpenRun before) {
    readOn(before.facts.origin);
    trackers.follow(before.trackers);
  }

  /** Sets the previous run to compare with; it is ignored if it lacks a format of this run. */
  void against(@Nullable LastRun run) {
    last = run;
    boolean alike = run != null && run.formats().containsAll(facts.formats);
    devices.points().against(alike ? run : null);
  }

  /** Whether a document may need the next line. */
  public boolean mayReadDocument() {
    return document != null;
  }

  /**
   * Parses a whole line, or the head of a cut one, as a document; {@code null} if the file is a
   * log.
   */
  public @Nullable List<Parsed> documented(Slice slice, int start, int end) {
    Document of = document;
    if (of == null) {
      return null;
    }
    List<Parsed> records = of.read(slice.bytes(), start, end, slice.truncated());
    document = of.mayRead() ? of : null;
    return !of.known() && records.isEmpty() ? null : records;
  }

  /** Whether a fact begins another run, behind which the process before has {@code ended}. */
  boolean begins(Fact fact, boolean ended) {
    boolean starts = ended || (fact instanceof MessageFact message && message.is(Kind.START));
    return (starts || trackers.of(fact).begins(fact))
        && (devices.snapshots() > 0 || failures().any() || plans.any() || training() != null);
  }

  /**
   * Records a fact. Returns the reject if earlier lines contradict it, else {@code null}.
   *
   * @param above the open traceback of its writer
   * @param waits whether it may decide what became of the run
   */
  Parsed.@Nullable Rejected apply(
      Fact fact, LineAt line, @Nullable Traceback above, boolean waits) {
    unstored = true;
    SystemTracker tracker = trackers.of(fact);
    long number = line.ofWriter();
    if (!tracker.expects(fact, number)) {
      return null;
    }
    boolean goesOn = waits && goesOn(fact);
    seen(fact.format(), line.at());
    if (goesOn) {
      failures().wentOn("%s, line %,d".formatted(fact.format(), number), false);
    }
    tracker.apply(fact, output.begin(line.at(), number).below(above));
    RunOutput.Refusal refusal = output.refusal();
    return refusal == null
        ? null
        : new Parsed.Rejected(fact.format(), refusal.column(), refusal.reason());
  }

  /** Whether the program itself states a figure; the kernel states those of the host. */
  private static boolean goesOn(Fact fact) {
    return !(fact instanceof MessageFact message)
        || (!fact.isGuess()
            && FIGURES.contains(message.message().kind())
            && !PlanSpace.HOST.equals(FactFigures.memory(message)));
  }

  private void seen(String format, LogPosition at) {
    if (facts.formats.isEmpty()) {
      emit(new MemoryEvent.RunStarted(at, format, facts.origin.host()));
    }
    if (!facts.formats.contains(format)) {
      facts.formats.add(format);
      against(last);
    }
  }

  /** Handles a line that states nothing about memory, but says what became of the process. */
  void apply(Parsed.Sign sign, LogPosition at) {
    each(at, (tracker, out) -> tracker.apply(sign, out));
  }

  private RunOutput each(LogPosition at, BiConsumer<SystemTracker, RunOutput> each) {
    unstored = true;
    RunOutput out = output.begin(at);
    trackers.all().forEach(tracker -> each.accept(tracker, out));
    return out;
  }

  /**
   * Handles a line behind a failure that states nothing.
   *
   * @param said what it says of the run; {@code null} for nothing
   */
  void behind(Behind.@Nullable Said said, LogPosition at) {
    unstored = true;
    RunOutput out = output.begin(at);
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

  /** Handles a line that states nothing, since somebody quotes it. */
  void quoted(Parsed parsed) {
    if (parsed instanceof Parsed.Quoted quoted
        && quoted.says() instanceof MessageFact fact
        && fact.message().claimsFailure()) {
      failures().quote(FactFigures.failure(fact));
    }
  }

  /** Emits an event and judges it, the growth of its memories, and how they compare. */
  private void emit(MemoryEvent event) {
    emissions.add(id, event);
    judge.apply(event);
    if (event instanceof MemoryEvent.Snapshot snapshot) {
      for (MemoryView view : snapshot.memories()) {
        SubmissionUse counted = devices.drainCounted(snapshot.device(), view.memory());
        if (counted != null) {
          judge.growing(snapshot, view, counted);
        }
        if (settings.thresholds().overLastRun() != null) {
          judge.compare(snapshot, view, devices.overLastRun(snapshot.device(), view.memory()));
        }
      }
    }
    emissions.alerted(judge.drainTurned());
  }

  /**
   * Judges whether the run was killed, or survived what failed. Returns whether a line decided
   * that, or stated what the next ones may decide.
   */
  boolean judgeFailures(LogPosition at) {
    if (!failures().drainTurned()) {
      return false;
    }
    publication.dirty = true;
    List<FailedAllocation> survivedOnes = failures().drainSurvived();
    judge.killed(failures().killed());
    for (FailedAllocation survived : survivedOnes) {
      boolean all = !failures().failed(survived.device(), survived.memory());
      judge.survived(new MemoryEvent.AllocationRefused(at, survived), all);
    }
    emissions.alerted(judge.drainTurned());
    return true;
  }

  void gap(LogPosition at) {
    each(at, SystemTracker::gap);
    stopPoints();
  }

  /** Decides what waits for a further line, since none comes for now. */
  void rest(LogPosition at) {
    each(at, SystemTracker::rest).silent();
    publication.restedAt = at.offset();
    publication.dirty = true;
  }

  /** Ends the run: closes trackers, devices and plans. */
  void end(LogPosition at, String reason) {
    each(at, SystemTracker::end).silent();
    devices.end();
    plans.endAll(PlanState.TRUNCATED, at);
    emissions.add(id, new MemoryEvent.RunEnded(at, reason));
    publication.endMillis = at.timeMillis();
    publication.dirty = true;
  }

  /** Returns the trainer's summary; {@code null} if the log has none. */
  @Nullable Training training() {
    for (SystemTracker tracker : trackers.all()) {
      Training training = tracker.training();
      if (training != null) {
        return training;
      }
    }
    return null;
  }

  /** Whether changes are attributed without knowing the nesting of ops. */
  boolean flatAttribution() {
    return devices.snapshots() > 0
        && trackers.all().stream().anyMatch(SystemTracker::attributesFlat);
  }

  /** Number of lines that one writer cannot have written in that order. */
  long contradictions() {
    return output.contradictions();
  }

  /** Approximate heap use in bytes of everything that grows with the log. */
  long weightBytes() {
    return devices.weightBytes()
        + plans.weightBytes()
        + trackers.all().stream().mapToLong(SystemTracker::weightBytes).sum();
  }
}
