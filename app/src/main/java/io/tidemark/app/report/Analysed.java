package io.tidemark.app.report;

import io.tidemark.analysis.Changes;
import io.tidemark.analysis.HeapParts;
import io.tidemark.analysis.Outcome;
import io.tidemark.analysis.Settings;
import io.tidemark.analysis.SourceState;
import io.tidemark.model.Alert;
import io.tidemark.model.AlertKey;
import io.tidemark.model.MemoryKey;
import io.tidemark.model.MemoryUsage;
import io.tidemark.model.OpTable;
import io.tidemark.model.PlanKey;
import io.tidemark.model.PlanRecord;
import io.tidemark.model.RunId;
import io.tidemark.model.RunStatus;
import io.tidemark.model.Slice;
import io.tidemark.sink.Board;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Runs the analysis over a log at rest and gathers what the streams would write of it. */
final class Analysed {

  private static final Comparator<MemoryKey> BY_MEMORY =
      Comparator.comparing(MemoryKey::run)
          .thenComparing(MemoryKey::device)
          .thenComparing(MemoryKey::memory);
  private static final Comparator<PlanKey> BY_PLAN =
      Comparator.comparing(PlanKey::run)
          .thenComparing(PlanKey::plan)
          .thenComparingInt(PlanKey::page);

  private static final Comparator<AlertKey> BY_ALERT =
      Comparator.comparing(AlertKey::run)
          .thenComparing(AlertKey::device)
          .thenComparing(AlertKey::memory)
          .thenComparing(AlertKey::rule);

  private final SortedMap<RunId, RunStatus> runs = new TreeMap<>();
  private final SortedMap<MemoryKey, MemoryUsage> usage = new TreeMap<>(BY_MEMORY);
  private final SortedMap<MemoryKey, OpTable> ops = new TreeMap<>(BY_MEMORY);
  private final SortedMap<PlanKey, PlanRecord> plans = new TreeMap<>(BY_PLAN);
  private final SortedMap<AlertKey, Alert> alerts = new TreeMap<>(BY_ALERT);
  private final SourceState state;
  private final Consumer<Outcome> outcomes;

  private Analysed(String source, Settings settings, Consumer<Outcome> outcomes) {
    this.state = SourceState.load(source, new HeapParts(), settings);
    this.outcomes = outcomes;
  }

  /** The board at the log's end; {@code outcomes} gets the events and rejects on the way. */
  static Board board(LogAtRest log, Consumer<Outcome> outcomes) throws IOException {
    Analysed analysed = new Analysed(log.name(), log.settings(), outcomes);
    SlicedLog.read(log.files(), analysed::take);
    analysed.end();
    return new Board(analysed.runs, analysed.usage, analysed.ops, analysed.plans, analysed.alerts);
  }

  /** One board of all logs. */
  static Board board(List<LogAtRest> logs) throws IOException {
    Analysed all = new Analysed("", Settings.DEFAULT, outcome -> {});
    for (LogAtRest log : logs) {
      Board one = board(log, outcome -> {});
      all.runs.putAll(one.runs());
      all.usage.putAll(one.usage());
      all.ops.putAll(one.ops());
      all.plans.putAll(one.plans());
      all.alerts.putAll(one.alerts());
    }
    return new Board(all.runs, all.usage, all.ops, all.plans, all.alerts);
  }

  private void take(Slice slice) {
    outcomes.accept(state.after(slice));
    gather();
  }

  private void end() {
    outcomes.accept(state.end());
    gather();
  }

  private void gather() {
    Changes changes = state.changes();
    runs.putAll(changes.runs());
    usage.putAll(changes.usage());
    ops.putAll(changes.ops());
    plans.putAll(changes.plans());
    alerts.putAll(changes.alerts());
  }
}
