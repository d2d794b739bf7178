package io.tidemark.streams.source;

import io.tidemark.analysis.run.Changes;
import io.tidemark.model.memory.MemoryUsage;
import io.tidemark.model.run.AnalysisFailure.Step;
import io.tidemark.model.run.RunStatus;
import io.tidemark.streams.publish.Outgoing;
import io.tidemark.streams.publish.Outputs;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Publishes changed state of a task's sources. */
final class SourcePublisher {

  /** How much of its changed state a source publishes. */
  enum Extent {
    ALL,
    /** More slices are coming: values that take long to compute may wait. */
    WHILE_BUSY
  }

  private final Outputs outputs;
  private final Map<String, Long> changedAtMillis = new LinkedHashMap<>();

  /** Sources published while busy; their omitted values wait for the first flush at rest. */
  private final Set<String> busy = new HashSet<>();

  SourcePublisher(Outputs outputs) {
    this.outputs = outputs;
  }

  void changed(String source, long timeMillis) {
    changedAtMillis.merge(source, timeMillis, Math::max);
  }

  List<String> changed() {
    return List.copyOf(changedAtMillis.keySet());
  }

  /** Sources with omitted values that have not changed since. */
  List<String> atRest() {
    return busy.stream().filter(source -> !changedAtMillis.containsKey(source)).toList();
  }

  boolean pending() {
    return !changedAtMillis.isEmpty() || !busy.isEmpty();
  }

  /**
   * Publishes the changes of a source.
   *
   * @return whether there was anything to publish
   */
  boolean publish(String source, LiveSource state, Extent extent) {
    Changes changes = state.changes(extent);
    Long changed = changedAtMillis.get(source);
    long timeMillis = changed == null ? newestMillis(changes) : changed;
    List<Outgoing> records = SourceFault.in(Step.PUBLISH, () -> Outputs.of(changes, timeMillis));
    state.drainLost(
        run -> outputs.emit(Outputs.tombstones(run, outputs.nowMillis())),
        keys -> outputs.emit(Outputs.tombstonesOfFigures(keys, outputs.nowMillis())));
    state.published(changes);
    outputs.emit(records);
    changedAtMillis.remove(source);
    if (extent == Extent.ALL) {
      busy.remove(source);
    } else {
      busy.add(source);
    }
    return !records.isEmpty();
  }

  void forget(String source) {
    changedAtMillis.remove(source);
    busy.remove(source);
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
