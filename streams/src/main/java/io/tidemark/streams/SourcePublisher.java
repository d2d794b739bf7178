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

  /**
   * Publishes what changed of a source. Of one that began anew in part, it takes back what was
   * published; all of it has to be published then.
   *
   * @return whether there was anything
   */
  boolean publish(String source, LiveSource state, Extent extent) {
    SourceAnalysis analysis = state.analysis();
    Changes changes =
        SourceFault.in(
            Step.PUBLISH,
            () -> extent == Extent.ALL ? analysis.changes() : analysis.changesWhileBusy());
    Long changed = changedAtMillis.get(source);
    List<Outgoing> records = Outputs.of(changes, changed == null ? newestMillis(changes) : changed);
    if (extent == Extent.ALL) {
      state.publishesAll(changes);
    } else {
      state.publishes(changes);
    }
    state.keep();
    if (state.restarted()) {
      rolledBack(state);
    }
    state.drainWithdrawn().forEach(this::rolledBack);
    outputs.emit(records);
    changedAtMillis.remove(source);
    if (extent == Extent.ALL) {
      busy.remove(source);
      state.settled();
    } else {
      busy.add(source);
    }
    return !records.isEmpty();
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
  void rolledBack(LiveSource broken) {
    for (Tombstones run : broken.published()) {
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
