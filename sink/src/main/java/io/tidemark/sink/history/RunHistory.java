package io.tidemark.sink.history;

import io.tidemark.model.AdmissionLimits;
import io.tidemark.model.alert.Alert;
import io.tidemark.model.alert.AlertKey;
import io.tidemark.model.alert.AlertRule;
import io.tidemark.model.event.MemoryEvent;
import io.tidemark.model.event.MemoryView;
import io.tidemark.model.event.Op;
import io.tidemark.model.log.RunId;
import io.tidemark.model.memory.MemoryKey;
import io.tidemark.model.memory.MemoryUsage;
import io.tidemark.model.memory.OpTable;
import io.tidemark.model.memory.OpUsage;
import io.tidemark.model.plan.PlanKey;
import io.tidemark.model.plan.PlanRecord;
import io.tidemark.model.run.RunStatus;
import io.tidemark.sink.board.Board;
import io.tidemark.sink.board.BoardBuilder;
import io.tidemark.sink.board.RecentPeaks;
import io.tidemark.sink.figure.BoardMeter;
import io.tidemark.sink.figure.Figure;
import io.tidemark.sink.figure.MemoryFigures;
import io.tidemark.sink.figure.Mode;
import io.tidemark.sink.figure.OpFigures;
import io.tidemark.sink.figure.RunFigures;
import io.tidemark.sink.figure.SeriesKey;
import io.tidemark.sink.figure.WhereFigures;
import io.tidemark.sink.verdict.RunVerdict;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Converts a run to samples of event time. Events give each snapshot and failure its time.
 *
 * <p>The state between slices corrects values that an event does not state alone: an exact size
 * from an error line, or an op that a file names later. It also adds values that only the state
 * holds ({@link StateHistory}). So the last sample of each series equals the last scrape.
 */
public final class RunHistory {

  private final RunId run;
  private final RunFigures figures;
  private final RunSeries series;
  private final StateHistory state;
  private final Map<String, MemoryView> newest = new HashMap<>();
  private final FailureHistory failures;
  private final WindowPeaks windowPeaks;
  private final Set<String> ops = new HashSet<>();
  private long newestMillis = Long.MIN_VALUE;
  private final Map<AlertKey, Alert> alerts = new HashMap<>();

  /**
   * @param host the machine on which its log is read; {@code null} if unknown
   */
  public RunHistory(RunId run, @Nullable String host, Series.SampleWriter out) {
    this.run = run;
    this.figures = new RunFigures(run, host, Mode.REPLAY);
    this.series = new RunSeries(out);
    this.state = new StateHistory(figures, series);
    this.failures = new FailureHistory(figures, series);
    this.windowPeaks = new WindowPeaks(series);
  }

  public void apply(MemoryEvent event) throws IOException {
    newestMillis = Math.max(newestMillis, event.timeMillis());
    if (event instanceof MemoryEvent.Snapshot snapshot) {
      for (MemoryView view : snapshot.memories()) {
        applyView(snapshot, view);
      }
    } else if (event instanceof MemoryEvent.OutOfMemory failure) {
      failures.apply(failure, newest.get(failure.device() + '/' + failure.memory()));
    }
  }

  private void applyView(MemoryEvent.Snapshot snapshot, MemoryView view) throws IOException {
    long at = snapshot.timeMillis();
    String device = snapshot.device();
    MemoryFigures memory = figures.memory(device, view.memory());
    newest.put(device + '/' + view.memory(), view);
    long highest = Math.max(view.usedBytes(), peakBytes(memory));
    for (Figure figure : memory.snapshot(view, highest)) {
      series.append(at, figure);
    }
    if (highest > 0) {
      windowPeaks.apply(at, memory.series(BoardMeter.WINDOW_PEAK), view.usedBytes());
    }
    if (view.capacityBytes() > 0) {
      series.appendIfChanged(at, capacity(memory, view));
    }
    if (view.capacityBytes() > 0 || highest > 0) {
      series.appendIfHigher(at, memory.series(BoardMeter.RUN_PEAK).at(view.usedBytes()));
    }
    Op before = snapshot.before();
    if (before != null) {
      appendUsed(at, memory.op(BoardMeter.OP_USED, admitted(before.name())).at(view.usedBytes()));
    }
    String owner = snapshot.changedBy();
    if (owner != null && Op.isUnattributed(owner)) {
      appendUsed(at, memory.op(BoardMeter.OP_USED, owner).at(view.usedBytes()));
    }
  }

  private long peakBytes(MemoryFigures memory) {
    double known = series.value(memory.series(BoardMeter.RUN_PEAK));
    return Double.isNaN(known) ? 0 : (long) known;
  }

  /** An op that never saw the memory in use has no series for it. */
  private void appendUsed(long at, Figure used) throws IOException {
    if (used.value() != 0 || !Double.isNaN(series.value(used.series()))) {
      series.append(at, used);
    }
  }

  /** The exact size of an error line takes precedence over the rounded one of later snapshots. */
  private Figure capacity(MemoryFigures memory, MemoryView view) {
    double known = series.value(memory.series(BoardMeter.CAPACITY));
    double stated = (double) view.capacityBytes();
    boolean same = Math.abs(known - stated) <= (double) MemoryView.ROUNDING_BYTES * view.banks();
    return memory.series(BoardMeter.CAPACITY).at(same ? known : stated);
  }

  /** Corrects a memory by its state after the applied events. */
  public void correct(MemoryKey key, MemoryUsage usage) throws IOException {
    newestMillis = Math.max(newestMillis, usage.timeMillis());
    state.apply(key, usage, newestMillis);
  }

  /** Corrects the ops of a memory by their state after the applied events. */
  public void correct(MemoryKey key, OpTable table) throws IOException {
    MemoryFigures memory = figures.memory(key.device(), key.memory());
    for (OpUsage op : table.ops()) {
      if (OpFigures.touches(op)) {
        series.appendIfChanged(
            newestMillis, memory.op(BoardMeter.OP_USED, op.op()).at(op.usedBytes()));
      }
    }
    state.apply(key, table);
  }

  public void apply(PlanKey key, PlanRecord.Summary plan) throws IOException {
    state.apply(key, plan);
  }

  /** Applies an alert's state; an alert that ends in its first millisecond lasts for one. */
  public void apply(AlertKey key, Alert alert) throws IOException {
    alerts.put(key, alert);
    SeriesKey active = figures.alert(BoardMeter.ALERT, key);
    if (series.value(active) != 1) {
      series.append(alert.startMillis(), active.at(1));
    }
    SeriesKey since = figures.alert(BoardMeter.ALERT_SINCE, key);
    Long end = alert.endMillis();
    if (end == null) {
      series.appendIfChanged(alert.startMillis(), since.atMillis(alert.startMillis()));
      return;
    }
    long over = Math.max(end, alert.startMillis() + 1);
    series.append(over, active.at(0));
    series.end(since, over);
  }

  /** Ends the run: its live figures leave, the others stay to its end. */
  public void end(RunStatus status) throws IOException {
    Long stated = status.endMillis();
    long end = Math.max(stated == null ? status.startMillis() : stated, newestMillis);
    for (Figure figure : figures.lines(status.lines())) {
      series.append(end, figure);
    }
    windowPeaks.until(end);
    series.append(status.startMillis(), figures.info(status));
    series.append(status.startMillis(), figures.start(status));
    state.apply(status);
    series.append(end, figures.end(end));
    Set<AlertRule> lasting =
        alerts.entrySet().stream()
            .filter(alert -> alert.getValue().lasts(end))
            .map(alert -> alert.getKey().rule())
            .collect(Collectors.toSet());
    RunVerdict ended = RunVerdict.ended(status, state.verdicts(), lasting);
    series.append(end, figures.state(ended.state()));
    WhereFigures where = figures.where(board(status), status, end);
    series.appendChanged(end, where.ofRun());
    series.appendChanged(end, where.ofMemories(device -> true));
    series.end(state.end(end));
  }

  private Board board(RunStatus status) {
    BoardBuilder board = new BoardBuilder();
    board.applyRun(run, status);
    state.copyTo(board, newestMillis);
    alerts.forEach(board::applyAlert);
    return board.snapshot().board();
  }

  private String admitted(String op) {
    return ops.contains(op) || (ops.size() < AdmissionLimits.MOST_OPS && ops.add(op))
        ? op
        : Op.OTHER;
  }

  /** The window peak at event time: a snapshot raises it; it falls as peaks leave the window. */
  private static final class WindowPeaks {

    private final RunSeries series;
    private final Map<SeriesKey, RecentPeaks> recent = new LinkedHashMap<>();

    WindowPeaks(RunSeries series) {
      this.series = series;
    }

    void apply(long at, SeriesKey peak, long used) throws IOException {
      RecentPeaks before = recent.getOrDefault(peak, RecentPeaks.NONE);
      falls(at, peak, before);
      RecentPeaks after = before.with(at, used);
      recent.put(peak, after);
      series.append(at, peak.at(after.highestBytes(at, used)));
    }

    /** Advances the time without a snapshot. */
    void until(long end) throws IOException {
      for (Map.Entry<SeriesKey, RecentPeaks> peak : recent.entrySet()) {
        falls(end, peak.getKey(), peak.getValue());
        peak.setValue(peak.getValue().since(end));
      }
    }

    private void falls(long until, SeriesKey peak, RecentPeaks peaks) throws IOException {
      long at = peaks.nextFallMillis(Long.MIN_VALUE);
      while (at < until) {
        // The newest peak is the current use, so it cannot fall below that.
        long highest = peaks.highestBytes(at, 0);
        if (highest > 0) {
          series.append(at, peak.at(highest));
        }
        at = peaks.nextFallMillis(at);
      }
    }
  }
}
