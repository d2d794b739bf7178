package io.tidemark.streams;

import io.tidemark.analysis.Changes;
import io.tidemark.analysis.RunRetention;
import io.tidemark.analysis.Tombstones;
import io.tidemark.model.MemoryUsage;
import io.tidemark.model.ParkedSource.Step;
import io.tidemark.model.RunStatus;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/** Publishes changed state of a task's sources, and withdraws it. */
final class SourcePublisher {

  /** How much of its changed state a source publishes. */
  enum Extent {
    ALL,
    /** More slices are coming: values that take long to compute may wait. */
    WHILE_BUSY
  }

  private final Outputs outputs;
  private final StoreParts stores;
  private final Map<String, Long> changedAtMillis = new LinkedHashMap<>();

  /** Sources published while busy; their omitted values wait for the first flush at rest. */
  private final Set<String> busy = new HashSet<>();

  SourcePublisher(Outputs outputs, StoreParts stores) {
    this.outputs = outputs;
    this.stores = stores;
  }

  void changed(String source, long timeMillis) {
    changedAtMillis.merge(source, timeMillis, Math::max);
  }

  /** Sources that changed since their last publication. */
  List<String> changed() {
    return List.copyOf(changedAtMillis.keySet());
  }

  /** Sources with omitted values that have not changed since. */
  List<String> atRest() {
    return busy.stream().filter(source -> !changedAtMillis.containsKey(source)).toList();
  }

  /** Whether anything is still to be published. */
  boolean pending() {
    return !changedAtMillis.isEmpty() || !busy.isEmpty();
  }

  /**
   * Publishes the changes of a source. If some of its state began anew, withdraws its published
   * records and publishes all of them again, including final plans.
   *
   * @return whether there was anything to publish
   */
  boolean publish(String source, LiveSource state, Extent extent) {
    return publish(source, state, extent, state.restarted() ? state.published() : List.of());
  }

  /** Publishes all state of a source, in place of records published from an undone state. */
  void replace(String source, List<Tombstones> published, LiveSource state) {
    publish(source, state, Extent.ALL, published);
  }

  private boolean publish(
      String source, LiveSource state, Extent extent, List<Tombstones> takenBack) {
    SourceAnalysis analysis = state.analysis();
    List<Supplier<Changes>> again =
        takenBack.isEmpty() ? List.of() : SourceFault.in(Step.PUBLISH, analysis::publishedPlans);
    Changes changes = changes(analysis, extent);
    Long changed = changedAtMillis.get(source);
    long millis = changed == null ? newestMillis(changes) : changed;
    List<Outgoing> records = Outputs.of(changes, millis);
    // All are serialised as a check before any is emitted, but none is kept: together they may be
    // large.
    again.forEach(plan -> serialised(plan, millis, state));
    if (extent == Extent.ALL) {
      state.publishesAll(changes);
      // Settled changes can no longer be undone, so they are stored now.
      state.keep();
    } else {
      state.publishes(changes);
    }
    rolledBack(takenBack);
    state.drainWithdrawn().forEach(this::rolledBack);
    again.forEach(plan -> outputs.emit(serialised(plan, millis, state)));
    outputs.emit(records);
    onPublished(source, state, extent);
    return !records.isEmpty();
  }

  private static Changes changes(SourceAnalysis analysis, Extent extent) {
    return SourceFault.in(
        Step.PUBLISH,
        () -> extent == Extent.ALL ? analysis.changes() : analysis.changesWhileBusy());
  }

  private void onPublished(String source, LiveSource state, Extent extent) {
    changedAtMillis.remove(source);
    if (extent == Extent.ALL) {
      busy.remove(source);
      state.settled();
    } else {
      busy.add(source);
    }
  }

  private static List<Outgoing> serialised(Supplier<Changes> plan, long millis, LiveSource state) {
    Changes pages = SourceFault.in(Step.PUBLISH, plan);
    state.publishes(pages);
    return Outputs.of(pages, millis);
  }

  /**
   * Forgets the changes of a source.
   *
   * @return whether some of it was published without being settled
   */
  boolean forget(String source) {
    changedAtMillis.remove(source);
    return busy.remove(source);
  }

  /** Withdraws records published from an undone state; ended runs stay. */
  void rolledBack(List<Tombstones> published) {
    for (Tombstones run : published) {
      if (!RunRetention.holds(run.run(), stores)) {
        rolledBack(run);
      }
    }
  }

  private void rolledBack(Tombstones run) {
    outputs.emit(Outputs.rolledBack(run, outputs.nowMillis()));
  }

  /** Emits tombstones for runs whose state is lost; ended runs stay. */
  void lost(PublishedRuns published) {
    for (Tombstones run : published.all()) {
      if (!RunRetention.holds(run.run(), stores)) {
        outputs.emit(Outputs.tombstones(run, outputs.nowMillis()));
      }
    }
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
}
