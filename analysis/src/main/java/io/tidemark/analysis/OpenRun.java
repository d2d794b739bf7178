package io.tidemark.analysis;

import io.tidemark.analysis.alert.Judge;
import io.tidemark.analysis.alert.TrainingDerivation;
import io.tidemark.analysis.document.Document;
import io.tidemark.analysis.line.LineScan;
import io.tidemark.analysis.line.Parsed;
import io.tidemark.analysis.state.ChangedState;
import io.tidemark.analysis.state.StateParts;
import io.tidemark.model.Alert;
import io.tidemark.model.AlertKey;
import io.tidemark.model.LogPosition;
import io.tidemark.model.MemoryEvent;
import io.tidemark.model.MemoryView;
import io.tidemark.model.ReadLines;
import io.tidemark.model.RunFailures;
import io.tidemark.model.RunId;
import io.tidemark.model.RunSource;
import io.tidemark.model.RunStatus;
import io.tidemark.model.RunTime;
import io.tidemark.model.RunTracking;
import io.tidemark.model.Slice;
import io.tidemark.model.SliceOrigin;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The run that a source is in: what is counted of its lines, around what is tracked and judged. */
final class OpenRun {

  final Settings settings;
  final RunTracker tracker;
  final Judge judge;
  final Document document;
  long startMillis;
  RunCounts counts = new RunCounts();
  private @Nullable Long endMillis;
  SliceOrigin origin = SliceOrigin.UNKNOWN;
  @Nullable String worker;
  StartSearch start = StartSearch.over();
  private boolean dirty = true;
  private boolean unstored = true;

  /**
   * @param document what the run's file may be, when the run begins with it
   */
  OpenRun(RunId id, long startMillis, Document document, Settings settings) {
    this(
        RunTracker.begin(id, settings.systems()),
        new Judge(settings.thresholds()),
        startMillis,
        document,
        settings);
  }

  OpenRun(RunTracker tracker, Judge judge, long startMillis, Document document, Settings settings) {
    this.settings = settings;
    this.tracker = tracker;
    this.judge = judge;
    this.document = document;
    this.startMillis = startMillis;
  }

  void count(Parsed parsed) {
    changed();
    counts.count(parsed);
  }

  int number() {
    return tracker.id().number();
  }

  /** Whose it is of all that write into the log; {@code null} where no line names one. */
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

  /** To be published and stored. */
  private void changed() {
    dirty = true;
    unstored = true;
  }

  /** Some of its state changed that is stored. */
  void touch() {
    unstored = true;
  }

  /** Whether anything changed since it was last asked, which means to store it. */
  boolean drainUnstored() {
    boolean any = unstored;
    unstored = false;
    return any;
  }

  void markDirty() {
    dirty = true;
  }

  /** Counts ignored lines of which the last has this number. */
  void ignore(LineScan scan, long number) {
    changed();
    counts.ignore(scan.ignored());
    tracker.ignored(scan, number - scan.ignored() + 1);
  }

  void late(long lines) {
    changed();
    counts.reject(lines);
  }

  void duplicate() {
    changed();
    counts.duplicate();
  }

  void gap(long bytes) {
    changed();
    counts.gap(bytes);
  }

  /** Where its lines are read; of what is unknown there the last known counts. */
  void readOn(SliceOrigin where) {
    SliceOrigin now =
        new SliceOrigin(
            where.host() == null ? origin.host() : where.host(),
            where.labels(),
            null,
            where.file() == null ? origin.file() : where.file());
    if (!now.equals(origin)) {
      changed();
      origin = now;
    }
  }

  /** Its begin is the first date in its lines, which end before an offset. */
  void searchStart(Slice slice, long before) {
    unstored |= start.isUnderWay();
    Long millis = start.search(slice, before);
    if (millis != null) {
      startNoLaterThan(millis);
    }
  }

  /** Its log says that it began by then. */
  void startNoLaterThan(long millis) {
    if (millis < startMillis) {
      changed();
      startMillis = millis;
    }
  }

  void end(long millis) {
    changed();
    endMillis = millis;
  }

  void publish(ChangesBuilder changes, String generation, long next, boolean busy) {
    ChangedState tracked = tracker.changes(busy);
    settings.sizes().addTo(tracked.plans());
    // What it judges of them, and which plans wait, is stored.
    unstored |= !tracked.isEmpty() || endMillis != null;
    RunStatus status = null;
    // It says how far the log is published: what waits may not be behind it.
    if (dirty && !tracker.waits()) {
      dirty = false;
      status = status(generation, next);
      changes.runs.put(tracker.id(), status);
    }
    judge.apply(tracked.plans(), status == null ? null : status.training());
    if (endMillis != null) {
      judge.end(new LogPosition(next, endMillis));
    }
    Map<AlertKey, Alert> alerts = new HashMap<>();
    judge.publish(tracker.id(), alerts);
    alerts.forEach((key, alert) -> changes.alerts.put(key, alert.labelled(origin.labels())));
    changes.tracked.add(tracked);
  }

  /** Judges an event, and how its memories compare with the last run. */
  void judge(MemoryEvent event) {
    judge.apply(event);
    if (judge.comparesRuns() && event instanceof MemoryEvent.Snapshot snapshot) {
      for (MemoryView view : snapshot.memories()) {
        judge.compare(
            snapshot, view, tracker.devices.overLastRun(snapshot.device(), view.memory()));
      }
    }
  }

  /** The keys that it is published under, once its parts are stored. */
  Tombstones keys(StateParts parts) {
    return new Tombstones(
        tracker.id(),
        tracker.memories(),
        new RunParts(tracker.id(), parts).lastPages(),
        judge.keys(tracker.id()));
  }

  private RunStatus status(String generation, long next) {
    return new RunStatus(
        new RunSource(generation, next, origin.host(), worker, origin.labels(), origin.file()),
        new ReadLines(tracker.formats(), counts.lines(), counts.gaps(), counts.gapBytes()),
        new RunTracking(
            tracker.snapshots(),
            tracker.flatAttribution(),
            tracker.turnedAway(),
            tracker.contradictions()),
        new RunFailures(
            tracker.failures().newest(), tracker.failures().count(), tracker.failures().declined()),
        TrainingDerivation.derived(tracker.training(), settings.sizes(), tracker.devices),
        new RunTime(startMillis, endMillis));
  }

  /**
   * What a whole line, or a cut one's head, says as a document's; {@code null} if it is a log's.
   */
  @Nullable List<Parsed> documented(Slice slice, int start, int end, @Nullable String onlyFormat) {
    List<Parsed> records = document.read(slice.bytes(), start, end, slice.truncated(), onlyFormat);
    return !document.known() && records.isEmpty() ? null : records;
  }

  /** Leaves of a run that is over what may be asked for; answers the runs that made room for it. */
  List<Tombstones> leave(StateParts parts) {
    RunParts own = new RunParts(tracker.id(), parts);
    // The pages of its plans say which keys it has; what else it has to store would be dropped.
    own.storePlans(tracker);
    List<Tombstones> displaced = new RunRetention(parts).add(keys(parts));
    own.drop();
    return displaced;
  }

  /** Puts its parts that changed, beside its sections. */
  void store(StateParts parts) {
    new RunParts(tracker.id(), parts).store(tracker, settings.systems().systems());
  }
}
