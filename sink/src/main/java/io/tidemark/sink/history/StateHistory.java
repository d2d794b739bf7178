package io.tidemark.sink.history;

import io.tidemark.model.event.MemoryEvent;
import io.tidemark.model.memory.MemoryKey;
import io.tidemark.model.memory.MemoryUsage;
import io.tidemark.model.memory.OpTable;
import io.tidemark.model.plan.PlanKey;
import io.tidemark.model.plan.PlanRecord;
import io.tidemark.model.run.Refusals;
import io.tidemark.model.run.RunStatus;
import io.tidemark.model.training.Training;
import io.tidemark.sink.board.BoardBuilder;
import io.tidemark.sink.figure.Figure;
import io.tidemark.sink.figure.MemoryFigures;
import io.tidemark.sink.figure.RunFigures;
import io.tidemark.sink.figure.SeriesKey;
import io.tidemark.sink.verdict.PlanVerdict;
import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The figures of a run that only its state holds, as samples: plans, phases, live tensors, leaks,
 * and each op's peak, growth and count. A sample carries a time that the state itself holds, so
 * that a restarted program gives the same samples.
 */
final class StateHistory {

  /** A run with more series gets no further ones from op tables, as in a scrape. */
  static final int MOST_SERIES = 20_000;

  private final RunFigures figures;
  private final RunSeries series;
  private final Map<MemoryKey, MemoryUsage> usages = new HashMap<>();
  private final Map<MemoryKey, OpTable> tables = new HashMap<>();
  private final Map<MemoryKey, Ranks> ranks = new HashMap<>();

  /** The open series of each plan: one of its verdict, one of each class at its peak. */
  private final Map<PlanKey, Set<SeriesKey>> plans = new HashMap<>();

  private final Map<PlanKey, PlanRecord.Summary> summaries = new HashMap<>();

  /**
   * The ops at a memory's peak.
   *
   * @param shown the open series, since {@code millis}
   * @param newest ranks by the newest use and op table; written later, since another slice may
   *     follow
   */
  private record Ranks(Set<SeriesKey> shown, long millis, List<Figure> newest) {
    static final Ranks NONE = new Ranks(Set.of(), Long.MIN_VALUE, List.of());
  }

  StateHistory(RunFigures figures, RunSeries series) {
    this.figures = figures;
    this.series = series;
  }

  /**
   * Applies the use of a memory.
   *
   * @param newestMillis time of the run's newest event
   */
  void apply(MemoryKey key, MemoryUsage usage, long newestMillis) throws IOException {
    show(key);
    usages.put(key, usage);
    // A failed allocation raises the peak without a change of the op table.
    rank(key, usage);
    long at = usage.timeMillis();
    MemoryFigures memory = figures.memory(key.device(), key.memory());
    for (Figure figure : memory.lasting(usage)) {
      switch (figure.series().meter()) {
        case CAPACITY -> series.appendIfChanged(newestMillis, figure);
        case RUN_PEAK -> series.appendIfHigher(usage.tidemark().timeMillis(), figure);
        default -> series.appendIfChanged(at, figure);
      }
    }
    series.appendChanged(at, memory.tensors(usage));
  }

  /** Applies the ops of a memory at the time of its use, which comes first. */
  void apply(MemoryKey key, OpTable table) throws IOException {
    MemoryUsage usage = usages.get(key);
    if (usage == null) {
      return;
    }
    long at = usage.timeMillis();
    tables.put(key, table);
    for (Figure figure : figures.ops(key, table).lasting()) {
      appendBounded(at, figure);
    }
    for (Figure count : figures.opCounts(List.of(Map.entry(key, table)))) {
      // Another memory may have seen more of them; without a value, none has.
      if (!(series.value(count.series()) >= count.value())) {
        appendBounded(at, count);
      }
    }
    rank(key, usage);
    show(key);
  }

  /**
   * Ranks the ops again; nothing is written yet, since the op table of the same time may follow.
   */
  private void rank(MemoryKey key, MemoryUsage usage) {
    OpTable table = tables.get(key);
    if (table != null) {
      Ranks before = ranks.getOrDefault(key, Ranks.NONE);
      List<Figure> newest = figures.ops(key, table).ranks(usage.tidemark());
      ranks.put(key, new Ranks(before.shown(), before.millis(), newest));
    }
  }

  /** Writes the ranks of a memory as of its newest use, unless that millisecond has ranks. */
  private void show(MemoryKey key) throws IOException {
    Ranks waiting = ranks.get(key);
    MemoryUsage usage = usages.get(key);
    if (waiting == null || usage == null) {
      return;
    }
    // The time of a use is that of its newest snapshot; a failed allocation may be later.
    long at = Math.max(usage.timeMillis(), usage.tidemark().timeMillis());
    if (at > waiting.millis()) {
      ranks.put(key, shown(waiting, at));
    }
  }

  /** Ranks change at most once a millisecond, since a series that ended can resume only later. */
  private Ranks shown(Ranks ranks, long at) throws IOException {
    Set<SeriesKey> next = series.endOthers(ranks.shown(), ranks.newest(), at);
    if (next.equals(ranks.shown())) {
      return ranks;
    }
    for (Figure figure : ranks.newest()) {
      appendBounded(at, figure);
    }
    // The marker that ends a series may be a millisecond late.
    return new Ranks(next, at + 1, ranks.newest());
  }

  void apply(PlanKey key, PlanRecord.Summary plan) throws IOException {
    long at = plan.attempt().at().timeMillis();
    List<Figure> all = figures.plan(key, plan);
    summaries.put(key, plan);
    plans.put(key, series.endOthers(plans.getOrDefault(key, Set.of()), all, at));
    series.appendChanged(at, all);
  }

  /** The verdicts on the run's plans, as far as they are read. */
  Collection<PlanVerdict> verdicts() {
    return summaries.values().stream().map(PlanVerdict::of).toList();
  }

  /** Adds what is known of the run to a board. */
  void copyTo(BoardBuilder board, long nowMillis) {
    usages.forEach((key, usage) -> board.applyUsage(key, usage, nowMillis));
    tables.forEach(board::applyOps);
    summaries.forEach(board::applyPlan);
  }

  /** Applies the phases and refused allocations of a run, each at the time of the newest one. */
  void apply(RunStatus status) throws IOException {
    Refusals refused = status.failures().refused();
    if (refused != null) {
      long at =
          refused.newest().stream().mapToLong(Refusals.Refused::lastMillis).reduce(0, Math::max);
      series.appendChanged(at, figures.refused(refused, device -> true));
    }
    Training training = status.training();
    if (training != null && !training.phases().isEmpty()) {
      MemoryEvent.Phase newest = training.phases().get(training.phases().size() - 1);
      series.appendChanged(newest.timeMillis(), figures.phases(training));
    }
  }

  /** Writes pending ranks; returns the end of the run, which is not before its newest sample. */
  long end(long at) throws IOException {
    for (MemoryKey key : ranks.keySet()) {
      show(key);
    }
    long end = at;
    for (Map.Entry<MemoryKey, Ranks> memory : ranks.entrySet()) {
      long shownAt = Math.max(at, memory.getValue().millis());
      memory.setValue(shown(memory.getValue(), shownAt));
      end = Math.max(end, shownAt);
    }
    return end;
  }

  private void appendBounded(long at, Figure figure) throws IOException {
    if (series.size() < MOST_SERIES || !Double.isNaN(series.value(figure.series()))) {
      series.appendIfChanged(at, figure);
    }
  }
}
