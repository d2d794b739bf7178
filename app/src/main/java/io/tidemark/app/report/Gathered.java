package io.tidemark.app.report;

import io.tidemark.analysis.Changes;
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
import io.tidemark.sink.Board;
import java.util.SortedMap;
import java.util.TreeMap;

/** What the streams would have written, newest by key. */
final class Gathered {

  private final SortedMap<RunId, RunStatus> runs = new TreeMap<>();
  private final SortedMap<MemoryKey, MemoryUsage> usage = new TreeMap<>();
  private final SortedMap<MemoryKey, OpTable> ops = new TreeMap<>();
  private final SortedMap<MemoryKey, MemoryTimeline> timelines = new TreeMap<>();
  private final SortedMap<PlanKey, PlanRecord> plans = new TreeMap<>();
  private final SortedMap<AlertKey, Alert> alerts = new TreeMap<>();

  void add(Changes changes) {
    runs.putAll(changes.runs());
    usage.putAll(changes.usage());
    ops.putAll(changes.ops());
    timelines.putAll(changes.timelines());
    plans.putAll(changes.plans());
    alerts.putAll(changes.alerts());
  }

  void add(Board board) {
    runs.putAll(board.runs());
    usage.putAll(board.usage());
    ops.putAll(board.ops());
    timelines.putAll(board.timelines());
    plans.putAll(board.plans());
    alerts.putAll(board.alerts());
  }

  Board board() {
    return new Board(runs, usage, ops, timelines, plans, alerts);
  }
}
