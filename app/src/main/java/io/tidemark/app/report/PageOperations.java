package io.tidemark.app.report;

import io.tidemark.analysis.run.Outcome;
import io.tidemark.analysis.system.tenstorrent.Operation;
import io.tidemark.model.event.MemoryEvent;
import io.tidemark.model.event.Op;
import io.tidemark.model.log.RunId;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The ops of a runtime's runs for a report's page. The tracker of a device reports the op; the
 * snapshot before it, in the same outcome, names the run.
 */
final class PageOperations {

  /** Limit for all runs together. */
  private static final int MOST_OPS = 32_768;

  private static final int MOST_RUNS = 64;

  private final LeftOut leftOut;
  private final Deque<Operation> pending = new ArrayDeque<>();
  private final Map<RunId, RunOperationRows> runs = new LinkedHashMap<>();
  private int ops;

  /**
   * @param leftOut counts what exceeds the limits
   */
  PageOperations(LeftOut leftOut) {
    this.leftOut = leftOut;
  }

  /** Adds the next op of a device. */
  void add(Operation op) {
    pending.add(op);
  }

  /** Assigns the ops added since the last call to the runs of their snapshots. */
  void add(Outcome outcome) {
    for (Outcome.RunEvents batch : outcome.events()) {
      for (MemoryEvent event : batch.events()) {
        if (event instanceof MemoryEvent.Snapshot snapshot) {
          add(rows(batch.run()), snapshot);
        }
      }
    }
    pending.clear();
  }

  private RunOperationRows rows(RunId run) {
    RunOperationRows rows = runs.computeIfAbsent(run, first -> new RunOperationRows());
    if (runs.size() > MOST_RUNS) {
      runs.remove(runs.keySet().iterator().next());
      leftOut.add(LeftOut.Part.PAGE_RUNS, 1);
    }
    return rows;
  }

  private void add(RunOperationRows rows, MemoryEvent.Snapshot snapshot) {
    Op before = snapshot.before();
    Operation op = before == null ? null : next(snapshot.device(), before);
    rows.add(snapshot.device(), op, MOST_OPS - ops);
    ops += op == null ? 0 : 1;
  }

  private @Nullable Operation next(String device, Op op) {
    for (Iterator<Operation> all = pending.iterator(); all.hasNext(); ) {
      Operation found = all.next();
      if (found.device().equals(device) && found.type().equals(op.name())) {
        all.remove();
        return found;
      }
    }
    return null;
  }

  /** Passes the document of each run whose ops have lines of their own. */
  void each(BiConsumer<String, Object> document) {
    runs.forEach(
        (run, rows) -> {
          if (rows.known()) {
            document.accept("operations\nrun=" + run, rows.content());
          }
        });
  }
}
