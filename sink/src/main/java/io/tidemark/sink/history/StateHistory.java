package io.tidemark.sink.history;

import io.tidemark.model.MemoryEvent;
import io.tidemark.model.MemoryKey;
import io.tidemark.model.MemoryUsage;
import io.tidemark.model.Op;
import io.tidemark.model.OpTable;
import io.tidemark.model.OpUsage;
import io.tidemark.model.PlanKey;
import io.tidemark.model.PlanRecord;
import io.tidemark.model.RunStatus;
import io.tidemark.model.Training;
import io.tidemark.sink.figure.BoardMeter;
import io.tidemark.sink.figure.Figure;
import io.tidemark.sink.figure.MemoryFigures;
import io.tidemark.sink.figure.OpFigures;
import io.tidemark.sink.figure.RunFigures;
import io.tidemark.sink.figure.SeriesKey;
import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The figures of a run that only its state holds, as samples: plans, phases, live tensors, leaks,
 * and each op's peak, growth and count. A sample carries a time that the state itself holds, so
 * that a restarted program gives the same samples.
 */
final class StateHistory {

  /** A run with more series gets no further ones of op tables, as a scrape does not. */
  static final int MOST_SERIES = 20_000;

  private final RunFigures figures;
  private final RunSeries series;
  private final Map<MemoryKey, MemoryUsage> usages = new HashMap<>();
  private final Map<MemoryKey, Ranks> ranks = new HashMap<>();
  private final Map<DeviceOp, Long> counts = new HashMap<>();

  /** A plan has one verdict at a time. */
  private final Map<PlanKey, SeriesKey> verdicts = new HashMap<>();

  private record DeviceOp(String device, String op) {}

  /**
   * The ops at a memory's peak.
   *
   * @param shown the series that are open, since {@code millis}
   * @param newest the figures of the newest op table
   */
  private record Ranks(Set<SeriesKey> shown, long millis, List<Figure> newest) {
    static final Ranks NONE = new Ranks(Set.of(), Long.MIN_VALUE, List.of());
  }

  StateHistory(RunFigures figures, RunSeries series) {
    this.figures = figures;
    this.series = series;
  }

  void apply(MemoryKey key, MemoryUsage usage) throws IOException {
    usages.put(key, usage);
    long at = usage.timeMillis();
    MemoryFigures memory = figures.memory(key.device(), key.memory());
    for (Figure figure : memory.lasting(usage)) {
      if (RunSeries.isOfState(figure)) {
        series.appendIfChanged(at, figure);
      }
    }
    if (usage.live() != null) {
      appendChanged(at, memory.tensors(usage.live()));
    }
  }

  /** Applies the ops of a memory at the time of its use, which comes first. */
  void apply(MemoryKey key, OpTable table) throws IOException {
    MemoryUsage usage = usages.get(key);
    if (usage == null) {
      return;
    }
    long at = usage.timeMillis();
    OpFigures ops = new OpFigures(figures.memory(key.device(), key.memory()), table);
    for (Figure figure : ops.lasting()) {
      appendBounded(at, figure);
    }
    for (OpUsage op : table.ops()) {
      if (!Op.isUnattributed(op.op())) {
        // An op touches every memory of its device: the highest count is how often it ran.
        DeviceOp counted = new DeviceOp(key.device(), op.op());
        long count = counts.merge(counted, op.count(), Math::max);
        appendBounded(at, figures.opCount(key.device(), op.op(), count));
      }
    }
    Ranks before = ranks.getOrDefault(key, Ranks.NONE);
    Ranks now = new Ranks(before.shown(), before.millis(), ops.ranks(usage.tidemark()));
    ranks.put(key, at > before.millis() ? shown(now, at) : now);
  }

  /** Ranks change at most once a millisecond: a series that left may come back only later. */
  private Ranks shown(Ranks ranks, long at) throws IOException {
    Set<SeriesKey> next = new LinkedHashSet<>();
    ranks.newest().forEach(figure -> next.add(figure.series()));
    if (next.equals(ranks.shown())) {
      return ranks;
    }
    for (SeriesKey gone : ranks.shown()) {
      if (!next.contains(gone)) {
        series.end(gone, at);
      }
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
    for (Figure figure : all) {
      if (figure.series().meter() == BoardMeter.PLAN_VERDICT) {
        SeriesKey before = verdicts.put(key, figure.series());
        if (before != null && !before.equals(figure.series())) {
          series.end(before, at);
        }
      }
    }
    appendChanged(at, all);
  }

  /** Applies the phases of a run at the time of the newest one. */
  void apply(RunStatus status) throws IOException {
    Training training = status.training();
    if (training != null && !training.phases().isEmpty()) {
      MemoryEvent.Phase newest = training.phases().get(training.phases().size() - 1);
      appendChanged(newest.timeMillis(), figures.phases(training));
    }
  }

  /** Shows what waits; answers the end of the run, which is never before its newest sample. */
  long end(long at) throws IOException {
    long end = at;
    for (Map.Entry<MemoryKey, Ranks> memory : ranks.entrySet()) {
      long shownAt = Math.max(at, memory.getValue().millis());
      memory.setValue(shown(memory.getValue(), shownAt));
      end = Math.max(end, shownAt);
    }
    return end;
  }

  private void appendChanged(long at, List<Figure> changed) throws IOException {
    for (Figure figure : changed) {
      series.appendIfChanged(at, figure);
    }
  }

  private void appendBounded(long at, Figure figure) throws IOException {
    if (series.size() < MOST_SERIES || !Double.isNaN(series.value(figure.series()))) {
      series.appendIfChanged(at, figure);
    }
  }
}
