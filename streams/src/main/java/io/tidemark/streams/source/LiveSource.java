package io.tidemark.streams.source;

import io.tidemark.analysis.SourceAnalysis;
import io.tidemark.analysis.run.Changes;
import io.tidemark.analysis.run.Outcome;
import io.tidemark.analysis.run.Tombstones;
import io.tidemark.analysis.store.ReadProgress;
import io.tidemark.model.memory.MemoryUsage;
import io.tidemark.model.run.AnalysisFailure.Step;
import io.tidemark.model.run.RunStatus;
import io.tidemark.streams.publish.Outgoing;
import io.tidemark.streams.publish.Outputs;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A source in memory: its analysis, what of it is not yet published and stored, and beside it what
 * is needed to end its runs if the analysis fails.
 */
final class LiveSource {

  /** How much of its changed state a source publishes. */
  enum Extent {
    ALL,
    /** More slices are coming: values that take long to compute may wait. */
    WHILE_BUSY
  }

  private final String name;
  private final SourceAnalysis analysis;
  private final LastPublished published;
  private final ReadProgress progress;
  private boolean restarted;

  /** Whether the stores lack changes; loading may repair state, so it starts as true. */
  private boolean unstored = true;

  /** Event time of the newest change that is not published; {@code null} if there is none. */
  private @Nullable Long changedMillis;

  /** It was published while busy; its omitted values wait for the first flush at rest. */
  private boolean omitted;

  /** The highest run number of any emitted event. */
  private int lastRun;

  /** Event time of the newest slice; {@code null} before the first. */
  private @Nullable Long newestMillis;

  private long weightBytes;

  private LiveSource(
      String name, SourceAnalysis analysis, LastPublished published, ReadProgress progress) {
    this.name = name;
    this.analysis = analysis;
    this.published = published;
    this.progress = progress;
    this.restarted = !analysis.restartedSections().isEmpty();
    this.weightBytes = SourceFault.in(Step.APPLY, analysis::weightBytes);
  }

  static LiveSource load(SourceAnalysis.Loader loader, String source, StoreParts parts) {
    return SourceFault.in(
        Step.LOAD,
        () ->
            new LiveSource(
                source,
                loader.load(source, parts),
                LastPublished.read(source, parts),
                ReadProgress.stored(source, parts)));
  }

  String name() {
    return name;
  }

  /** Applies a slice and emits its events; its changes are neither published nor stored yet. */
  Outcome apply(Received received, Outputs outputs) {
    unstored = true;
    long millis = received.timeMillis();
    Outcome outcome = SourceFault.in(Step.APPLY, () -> analysis.apply(received.slice()));
    published.applied(progress.pass(received.slice()));
    newestMillis = millis;
    // Events are emitted only after all of them were serialised.
    List<Outgoing> events = SourceFault.in(Step.PUBLISH, () -> Outputs.of(name, outcome, millis));
    weightBytes = SourceFault.in(Step.APPLY, analysis::weightBytes);
    outputs.emit(events);
    outcome.events().forEach(run -> lastRun = Math.max(lastRun, run.run().number()));
    changedMillis = changedMillis == null ? millis : Math.max(changedMillis, millis);
    return outcome;
  }

  /** Writes the changes since the last call to the stores. */
  void store() {
    if (unstored) {
      SourceFault.in(
          Step.STORE,
          () -> {
            analysis.store();
            published.store();
          });
      unstored = false;
    }
  }

  /** Whether a slice was applied since the last publication. */
  boolean hasChanged() {
    return changedMillis != null;
  }

  /** Whether values were omitted, and no slice was applied since. */
  boolean isAtRest() {
    return omitted && !hasChanged();
  }

  /**
   * Publishes the changes.
   *
   * @return whether there was anything to publish
   */
  boolean publish(Extent extent, Outputs outputs) {
    Changes changes =
        SourceFault.in(
            Step.PUBLISH,
            () -> extent == Extent.ALL ? analysis.changes() : analysis.changesWhileBusy());
    long timeMillis = changedMillis == null ? newestMillis(changes) : changedMillis;
    List<Outgoing> records = SourceFault.in(Step.PUBLISH, () -> Outputs.of(changes, timeMillis));
    if (restarted) {
      // Published records that the analysis does not have any more since sections began anew.
      List<Tombstones> open = SourceFault.in(Step.PUBLISH, analysis::openRuns);
      restarted = false;
      outputs.emit(published.retain(open, outputs.nowMillis()));
    }
    unstored = true;
    published.add(changes);
    outputs.emit(records);
    changedMillis = null;
    omitted = extent == Extent.WHILE_BUSY;
    return !records.isEmpty();
  }

  /** The time of state published without a slice: the newest time in it, never the clock's. */
  private static long newestMillis(Changes changes) {
    long newest = 0;
    for (RunStatus run : changes.runs().values()) {
      newest = Math.max(newest, run.endMillis() == null ? run.startMillis() : run.endMillis());
    }
    for (MemoryUsage usage : changes.usage().values()) {
      newest = Math.max(newest, usage.timeMillis());
    }
    return newest;
  }

  long weightBytes() {
    return weightBytes;
  }

  LastPublished published() {
    return published;
  }

  ReadProgress progress() {
    return progress;
  }

  /** Keys of runs that were displaced and are not published as such. */
  List<Tombstones> displaced() {
    return analysis.displaced();
  }

  /** The highest run number of the events since it was loaded; 0 for none. */
  int lastRun() {
    return lastRun;
  }

  @Nullable Long newestMillis() {
    return newestMillis;
  }
}
