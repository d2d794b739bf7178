package io.tidemark.streams.source;

import io.tidemark.analysis.SourceAnalysis;
import io.tidemark.analysis.run.Changes;
import io.tidemark.analysis.run.Outcome;
import io.tidemark.analysis.run.Tombstones;
import io.tidemark.analysis.store.ReadProgress;
import io.tidemark.model.run.AnalysisFailure.Step;
import io.tidemark.streams.read.Received;
import io.tidemark.streams.source.SourcePublisher.Extent;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A source in memory: its analysis, and beside it what is needed to end its runs if the analysis
 * fails.
 */
final class LiveSource {

  private final SourceAnalysis analysis;
  private final LastPublished published;
  private final ReadProgress progress;
  private boolean restarted;

  /** Whether the stores lack changes; loading may repair state, so it starts as true. */
  private boolean unstored = true;

  /** The highest run number of any emitted event. */
  private int lastRun;

  /** Event time of the newest slice; {@code null} before the first. */
  private @Nullable Long newestMillis;

  private LiveSource(SourceAnalysis analysis, LastPublished published, ReadProgress progress) {
    this.analysis = analysis;
    this.published = published;
    this.progress = progress;
    this.restarted = !analysis.restartedSections().isEmpty();
  }

  static LiveSource load(SourceAnalysis.Loader loader, String source, StoreParts parts) {
    return SourceFault.in(
        Step.LOAD,
        () ->
            new LiveSource(
                loader.load(source, parts),
                LastPublished.read(source, parts),
                ReadProgress.stored(source, parts)));
  }

  /** Applies a slice; its changes are not in the stores yet. */
  Outcome apply(Received received) {
    unstored = true;
    Outcome outcome = SourceFault.in(Step.APPLY, () -> analysis.apply(received.slice()));
    published.applied(progress.pass(received.slice()));
    newestMillis = received.timeMillis();
    return outcome;
  }

  /** Records that the events of a slice were emitted. */
  void emitted(Outcome outcome) {
    outcome.events().forEach(run -> lastRun = Math.max(lastRun, run.run().number()));
  }

  /** Writes the changes since the last call to the stores. */
  void store() {
    if (unstored) {
      SourceFault.in(Step.STORE, this::write);
      unstored = false;
    }
  }

  private void write() {
    analysis.store();
    published.store();
  }

  long weightBytes() {
    return SourceFault.in(Step.APPLY, analysis::weightBytes);
  }

  /** The public state that changed since the last call. */
  Changes changes(Extent extent) {
    return SourceFault.in(
        Step.PUBLISH,
        () -> extent == Extent.ALL ? analysis.changes() : analysis.changesWhileBusy());
  }

  void published(Changes changes) {
    unstored = true;
    published.add(changes);
  }

  /**
   * Passes what is published and what its state does not have any more, since some of that began
   * anew when it was loaded. Each is passed once.
   */
  void drainLost(Consumer<Tombstones> lostRuns, Consumer<Tombstones> lostKeys) {
    if (restarted) {
      List<Tombstones> open = SourceFault.in(Step.PUBLISH, analysis::openRuns);
      restarted = false;
      unstored = true;
      published.retain(open, lostRuns, lostKeys);
    }
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
