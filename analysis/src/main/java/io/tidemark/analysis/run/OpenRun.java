package io.tidemark.analysis.run;

import io.tidemark.analysis.alert.Judge;
import io.tidemark.analysis.alert.TrainingDerivation;
import io.tidemark.analysis.document.Document;
import io.tidemark.analysis.line.LineScan;
import io.tidemark.analysis.line.Parsed;
import io.tidemark.analysis.log.Generations;
import io.tidemark.analysis.log.LineAt;
import io.tidemark.analysis.memory.Failures;
import io.tidemark.analysis.state.ChangedState;
import io.tidemark.analysis.state.StateParts;
import io.tidemark.model.alert.Alert;
import io.tidemark.model.alert.AlertKey;
import io.tidemark.model.event.FailedAllocation;
import io.tidemark.model.event.MemoryEvent;
import io.tidemark.model.event.MemoryView;
import io.tidemark.model.log.LogPosition;
import io.tidemark.model.log.RunId;
import io.tidemark.model.log.Slice;
import io.tidemark.model.log.SliceOrigin;
import io.tidemark.model.memory.SubmissionUse;
import io.tidemark.model.run.ReadLines;
import io.tidemark.model.run.RunSource;
import io.tidemark.model.run.RunStatus;
import io.tidemark.model.run.RunTime;
import io.tidemark.model.run.RunTracking;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** An open run: its line counts, its {@link RunTracker} and its alerts. */
public final class OpenRun {

  public final Settings settings;
  public final RunTracker tracker;
  public final Judge judge;
  public final Document document;
  private long startMillis;
  private final RunCounts counts;

  /** Whether the alert on use above the last run is enabled. */
  private final boolean comparesRuns;

  private @Nullable Long endMillis;
  private SliceOrigin origin;
  private @Nullable String worker;
  private @Nullable Long restedAt;
  private boolean dirty = true;
  private boolean unstored = true;

  /** Parts of it may be stored; a search for them passes the deleted parts of all earlier runs. */
  private boolean hasParts = true;

  /**
   * Begins a run.
   *
   * @param document possible document formats of the file, if the run begins with the file
   */
  OpenRun(RunId id, long startMillis, Document document, Settings settings) {
    this(
        RunTracker.begin(id, settings.systems()),
        new Judge(settings.thresholds()),
        startMillis,
        document,
        settings);
    hasParts = false;
  }

  public OpenRun(
      RunTracker tracker, Judge judge, long startMillis, Document document, Settings settings) {
    this(tracker, judge, State.at(startMillis), document, settings);
  }

  /** Restores a run. */
  public OpenRun(
      RunTracker tracker, Judge judge, State state, Document document, Settings settings) {
    this.settings = settings;
    this.tracker = tracker;
    this.judge = judge;
    this.document = document;
    startMillis = state.startMillis();
    counts = state.counts();
    comparesRuns = settings.thresholds().overLastRun() != null;
    origin = state.origin();
    worker = state.worker();
    tracker.restore(state.formats(), state.contradictions());
  }

  /** What is stored of it, besides its tracker, alerts and document. */
  public record State(
      long startMillis,
      RunCounts counts,
      SliceOrigin origin,
      @Nullable String worker,
      List<String> formats,
      long contradictions) {

    private static State at(long startMillis) {
      return new State(startMillis, new RunCounts(), SliceOrigin.UNKNOWN, null, List.of(), 0);
    }
  }

  public State state() {
    Long contradictions = tracker.contradictions();
    return new State(
        startMillis,
        counts,
        origin,
        worker,
        tracker.formats(),
        contradictions == null ? 0 : contradictions);
  }

  /** Its counts, for a change. */
  public RunCounts counted() {
    changed();
    return counts;
  }

  public int number() {
    return tracker.id().number();
  }

  /** The writer of the run; {@code null} if no line names one. */
  @Nullable String worker() {
    return worker;
  }

  void nameWorker(@Nullable String name) {
    changed();
    worker = name;
  }

  SliceOrigin origin() {
    return origin;
  }

  boolean dirty() {
    return dirty;
  }

  /** Marks the run for publication and storage. */
  private void changed() {
    dirty = true;
    unstored = true;
  }

  /** Marks the run for storage only. */
  void touch() {
    unstored = true;
  }

  /** Returns whether the run must be stored, and clears that mark. */
  public boolean drainUnstored() {
    boolean any = unstored;
    unstored = false;
    return any;
  }

  /** Decides what waits for a further line. */
  void rest(LogPosition at, Consumer<MemoryEvent> events) {
    tracker.rest(at, events);
    restedAt = at.offset();
    dirty = true;
  }

  void markDirty() {
    dirty = true;
  }

  /** Counts ignored lines; {@code number} is the number of the last one. */
  void ignore(LineScan scan, long number) {
    changed();
    counts.ignore(scan.ignored());
    tracker.ignored(scan, number - scan.ignored() + 1);
  }

  /** Updates where the lines are read. An unknown host or file keeps its last known value. */
  void readOn(SliceOrigin where) {
    SliceOrigin now =
        new SliceOrigin(
                where.host() == null ? origin.host() : where.host(),
                where.labels(),
                null,
                where.file() == null ? origin.file() : where.file())
            .found(where.found());
    if (!now.equals(origin)) {
      changed();
      origin = now;
    }
  }

  /** Moves the start back to a time at which a line says the run was under way. */
  void startNoLaterThan(long millis) {
    if (origin.found() != null) {
      changed();
      origin = origin.found(null);
    }
    if (millis < startMillis) {
      changed();
      startMillis = millis;
    }
  }

  void end(long millis) {
    changed();
    endMillis = millis;
  }

  void publish(ChangesBuilder changes, Generations read, boolean busy) {
    ChangedState tracked = tracker.changes(busy);
    settings.sizes().addTo(tracked.plans());
    // The results of the judge and the list of waiting plans are stored, too.
    unstored |= !tracked.isEmpty() || endMillis != null;
    RunStatus status = null;
    // The status says how far the log is published, so it must wait for the plans that wait.
    if (dirty && !tracker.waits()) {
      dirty = false;
      status = status(read);
      changes.runs.put(tracker.id(), status);
    }
    judge.apply(tracked.plans(), status == null ? null : status.training());
    if (endMillis != null) {
      judge.end(new LogPosition(read.next(), endMillis));
    }
    Map<AlertKey, Alert> alerts = new HashMap<>();
    judge.publish(tracker.id(), alerts);
    alerts.forEach(
        (key, alert) -> changes.alerts.put(key, alert.of(origin.host(), origin.labels())));
    changes.tracked.add(tracked);
  }

  /** The event, with the host of its lines if it states one. */
  MemoryEvent placed(MemoryEvent event) {
    return event instanceof MemoryEvent.RunStarted start
        ? new MemoryEvent.RunStarted(start.at(), start.format(), origin.host())
        : event;
  }

  /** Judges an event, the growth of its memories, and compares them with the last run. */
  void judge(MemoryEvent event) {
    judge.apply(event);
    if (event instanceof MemoryEvent.Snapshot snapshot) {
      for (MemoryView view : snapshot.memories()) {
        SubmissionUse counted = tracker.devices.drainCounted(snapshot.device(), view.memory());
        if (counted != null) {
          judge.growing(snapshot, view, counted);
        }
        if (comparesRuns) {
          judge.compare(
              snapshot, view, tracker.devices.overLastRun(snapshot.device(), view.memory()));
        }
      }
    }
  }

  /**
   * Judges whether the run was killed, or survived what failed. Returns whether a line decided
   * that, or stated what the next ones may decide.
   */
  boolean judgeFailures(LineAt line) {
    Failures failures = tracker.failures();
    if (!failures.drainTurned()) {
      return false;
    }
    dirty = true;
    List<FailedAllocation> survivedOnes = failures.drainSurvived();
    judge.killed(failures.killed());
    for (FailedAllocation survived : survivedOnes) {
      boolean all = !failures.failed(survived.device(), survived.memory());
      judge.survived(new MemoryEvent.AllocationRefused(line.at(), survived), all);
    }
    return true;
  }

  /** Returns the keys under which the run is published. */
  public Tombstones keys(StateParts parts) {
    Map<String, Integer> lastPages = new TreeMap<>(tracker.plans.lastPages());
    if (hasParts) {
      new RunParts(tracker.id(), parts)
          .lastPages()
          .forEach((plan, page) -> lastPages.merge(plan, page, Math::max));
    }
    return new Tombstones(tracker.id(), tracker.memories(), lastPages, judge.keys(tracker.id()));
  }

  private RunStatus status(Generations read) {
    return new RunStatus(
        new RunSource(
            read.newest(),
            read.nextInFile(read.newest()),
            origin.host(),
            worker,
            origin.labels(),
            origin.file(),
            read.earlier()),
        new ReadLines(tracker.formats(), counts.lines(), counts.gaps(), counts.gapBytes()),
        new RunTracking(
            tracker.snapshots(),
            tracker.flatAttribution(),
            tracker.turnedAway(),
            tracker.contradictions(),
            restedInFile(read.earlier())),
        tracker.failures().published(),
        TrainingDerivation.derived(tracker.training(), settings.sizes(), tracker.devices),
        new RunTime(startMillis, endMillis, null, origin.found() == null ? null : true));
  }

  /** Where the present file rested; {@code null} if it did not yet. */
  private @Nullable Long restedInFile(RunSource.@Nullable Earlier earlier) {
    long before = earlier == null ? 0 : earlier.bytes();
    return restedAt == null || restedAt <= before ? null : Long.valueOf(restedAt - before);
  }

  /**
   * Parses a whole line, or the head of a cut one, as a document; {@code null} if the file is a
   * log.
   */
  public @Nullable List<Parsed> documented(Slice slice, int start, int end) {
    List<Parsed> records = document.read(slice.bytes(), start, end, slice.truncated());
    return !document.known() && records.isEmpty() ? null : records;
  }

  /**
   * Stores the keys of an ended run and drops its parts. Returns older runs that this displaced.
   */
  List<Tombstones> leave(StateParts parts, RunRetention ended) {
    List<Tombstones> displaced = ended.add(keys(parts));
    if (hasParts) {
      new RunParts(tracker.id(), parts).drop();
    }
    return displaced;
  }

  /** Treats the changed parts as stored: nobody resumes from them. */
  public void markStored() {
    tracker.plans.markStored();
  }

  /** Writes the changed parts of the run, other than its sections. */
  public void store(StateParts parts) {
    hasParts = true;
    new RunParts(tracker.id(), parts).store(tracker, settings.systems().systems());
  }
}
