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

/** Publishes the state of a task's sources that has changed, and takes it back. */
final class SourcePublisher {

  /** How much of its changed state a source publishes. */
  enum Extent {
    ALL,
    /** Slices go on coming: what takes long to sum up may wait. */
    WHILE_BUSY
  }

  private final Outputs outputs;
  private final StoreParts stores;
  private final Map<String, Long> changedAtMillis = new LinkedHashMap<>();

  /** Published while they were busy: what they kept back waits for the first flush at rest. */
  private final Set<String> busy = new HashSet<>();

  SourcePublisher(Outputs outputs, StoreParts stores) {
    this.outputs = outputs;
    this.stores = stores;
  }

  void changed(String source, long timeMillis) {
    changedAtMillis.merge(source, timeMillis, Math::max);
  }

  /** Sources that changed since they were last published. */
  List<String> changed() {
    return List.copyOf(changedAtMillis.keySet());
  }

  /** Sources that keep something back and have not changed since. */
  List<String> atRest() {
    return busy.stream().filter(source -> !changedAtMillis.containsKey(source)).toList();
  }

  /** Whether anything is still to be published. */
  boolean pending() {
    return !changedAtMillis.isEmpty() || !busy.isEmpty();
  }

  /**
   * Publishes what changed of a source. Of one that began anew in part, it takes back what was
   * published, and publishes all of it again: the plans that were over, too.
   *
   * @return whether there was anything
   */
  boolean publish(String source, LiveSource state, Extent extent) {
    return publish(source, state, extent, state.restarted() ? state.published() : List.of());
  }

  /** Publishes all of a source in the place of what was published of a state that is undone. */
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
    // Each is tried before any is emitted, and none is kept: together they may be large.
    again.forEach(plan -> serialised(plan, millis, state));
    if (extent == Extent.ALL) {
      state.publishesAll(changes);
      // What is settled may not be taken back.
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
   * Knows of no change of a source any more.
   *
   * @return whether some of it was published that is not settled
   */
  boolean forget(String source) {
    changedAtMillis.remove(source);
    return busy.remove(source);
  }

  /** Takes back what was published of a state that is rolled back; ended runs stay as they are. */
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

  /** Takes runs off the topics whose state is lost; ended runs stay as they are. */
  void lost(PublishedRuns published) {
    for (Tombstones run : published.all()) {
      if (!RunRetention.holds(run.run(), stores)) {
        outputs.emit(Outputs.tombstones(run, outputs.nowMillis()));
      }
    }
  }

  /** The time of a state published without a slice: the newest it speaks of, never a clock's. */
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
