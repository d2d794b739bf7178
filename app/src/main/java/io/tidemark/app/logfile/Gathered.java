package io.tidemark.app.logfile;

import io.tidemark.analysis.Changes;
import io.tidemark.analysis.Tombstones;
import io.tidemark.model.Alert;
import io.tidemark.model.AlertKey;
import io.tidemark.model.MemoryKey;
import io.tidemark.model.MemoryTimeline;
import io.tidemark.model.MemoryUsage;
import io.tidemark.model.OpTable;
import io.tidemark.model.PlanKey;
import io.tidemark.model.PlanRecord;
import io.tidemark.model.RunId;
import io.tidemark.model.RunStatus;
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

  /** The number of removed runs. */
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
