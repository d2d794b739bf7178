package io.tidemark.app.logfile;

import io.tidemark.analysis.run.Changes;
import io.tidemark.analysis.run.Tombstones;
import io.tidemark.model.alert.Alert;
import io.tidemark.model.alert.AlertKey;
import io.tidemark.model.log.RunId;
import io.tidemark.model.memory.MemoryKey;
import io.tidemark.model.memory.MemoryTimeline;
import io.tidemark.model.memory.MemoryUsage;
import io.tidemark.model.memory.OpTable;
import io.tidemark.model.plan.PlanKey;
import io.tidemark.model.plan.PlanRecord;
import io.tidemark.model.run.RunStatus;
import io.tidemark.sink.board.Board;
import io.tidemark.sink.board.StatedLimits;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * The newest published state by key. A run that the analysis drops because too many follow it is
 * removed, as from a compacted topic.
 */
public final class Gathered {

  private final NavigableMap<RunId, RunStatus> runs = new TreeMap<>();
  private final NavigableMap<MemoryKey, MemoryUsage> usage = new TreeMap<>();
  private final NavigableMap<MemoryKey, OpTable> ops = new TreeMap<>();
  private final NavigableMap<MemoryKey, MemoryTimeline> timelines = new TreeMap<>();
  private final NavigableMap<PlanKey, PlanRecord> plans = new TreeMap<>();
  private final NavigableMap<AlertKey, Alert> alerts = new TreeMap<>();

  private final Predicate<RunId> kept;
  private long runsLeftOut;

  public Gathered() {
    this(run -> false);
  }

  /**
   * Keeps selected runs however many follow them.
   *
   * @param kept whether a run is selected
   */
  Gathered(Predicate<RunId> kept) {
    this.kept = kept;
  }

  void add(Changes changes) {
    runs.putAll(changes.runs());
    usage.putAll(changes.usage());
    ops.putAll(changes.ops());
    timelines.putAll(changes.timelines());
    plans.putAll(changes.plans());
    alerts.putAll(changes.alerts());
    changes.gone().stream().filter(gone -> !kept.test(gone.run())).forEach(this::leave);
  }

  private void leave(Tombstones gone) {
    runs.remove(gone.run());
    for (MemoryKey memory : gone.memories()) {
      usage.remove(memory);
      ops.remove(memory);
      timelines.remove(memory);
    }
    gone.pages(plans::remove);
    alerts.keySet().removeAll(gone.alerts());
    runsLeftOut++;
  }

  long runsLeftOut() {
    return runsLeftOut;
  }

  public void add(Board board) {
    runs.putAll(board.runs());
    usage.putAll(board.usage());
    ops.putAll(board.ops());
    timelines.putAll(board.timelines());
    plans.putAll(board.plans());
    alerts.putAll(board.alerts());
  }

  public Board board() {
    return StatedLimits.joined(new Board(runs, usage, ops, timelines, plans, alerts));
  }
}
