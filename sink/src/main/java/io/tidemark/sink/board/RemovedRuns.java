package io.tidemark.sink.board;

import io.tidemark.model.log.RunId;
import io.tidemark.model.run.RunStatus;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The totals of runs that are no longer on the board. The removal of a run may be undone by a kill:
 * the run then comes back as it was before, and is not counted twice.
 */
final class RemovedRuns {

  /** A kill undoes only seconds, so older removals are final. */
  private static final int MOST_REMEMBERED = 1024;

  private record Key(RunId run, String generation) {}

  private final Map<Key, RunStatus> remembered = new LinkedHashMap<>();
  private Totals others = Totals.NONE;

  void add(RunId run, RunStatus status) {
    Key key = new Key(run, status.source().firstGeneration());
    forget(key);
    remembered.put(key, status);
    if (remembered.size() > MOST_REMEMBERED) {
      forget(remembered.keySet().iterator().next());
    }
  }

  /** Adds the number of op names that a removed run dropped by its limit. */
  void addOverflow(long names) {
    others = others.plusOverflow(names);
  }

  private void forget(Key key) {
    RunStatus status = remembered.remove(key);
    others = status == null ? others : others.plus(status);
  }

  /**
   * Drops the total of a removed run that is on the board again, unless it has advanced beyond it.
   */
  void onHeld(RunId run, RunStatus status) {
    Key key = new Key(run, status.source().firstGeneration());
    RunStatus removed = remembered.get(key);
    if (removed != null && status.source().offsetInLog() <= removed.source().offsetInLog()) {
      remembered.remove(key);
    }
  }

  Totals sum() {
    Totals sum = others;
    for (RunStatus status : remembered.values()) {
      sum = sum.plus(status);
    }
    return sum;
  }
}
