package io.tidemark.sink.history;

import io.tidemark.model.Alert;
import io.tidemark.model.AlertKey;
import io.tidemark.model.MemoryEvent;
import io.tidemark.model.MemoryKey;
import io.tidemark.model.MemoryUsage;
import io.tidemark.model.MemoryView;
import io.tidemark.model.ModelName;
import io.tidemark.model.Op;
import io.tidemark.model.OpTable;
import io.tidemark.model.OpUsage;
import io.tidemark.model.RunId;
import io.tidemark.model.RunStatus;
import io.tidemark.sink.meter.BoardMeter;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A run as samples of event time. Events tell each snapshot and failure when it was; the state
 * between slices then corrects what an event alone does not tell (an exact size from an error line,
 * an op that a file names after the fact), so that the last sample of each series is what a scrape
 * shows at the end.
 */
public final class RunHistory {

  private static final double MILLIS = 1000.0;

  /** A runtime log prints thousandths of a MiB, so a bank is known to half of one. */
  private static final double ROUNDING_BYTES = 525;

  /** As many as the analysis admits. */
  private static final int MOST_OPS = 200;

  private final RunId run;
  private final Mode mode;
  private final RunSeries series;
  private final Map<String, Integer> banks = new HashMap<>();
  private final WindowPeaks windowPeaks = new WindowPeaks(this::windowPeak);
  private final Set<String> ops = new HashSet<>();
  private long newestMillis = Long.MIN_VALUE;
  private RunSeries.@Nullable Key info;

  public RunHistory(RunId run, Mode mode, HistoryWriter out) {
    this.run = run;
    this.mode = mode;
    this.series = new RunSeries(run, mode, out);
  }

  /** What the log told next. */
  public void take(MemoryEvent event) throws IOException {
    newestMillis = Math.max(newestMillis, event.timeMillis());
    if (event instanceof MemoryEvent.Snapshot snapshot) {
      for (MemoryView view : snapshot.memories()) {
        view(snapshot, view);
      }
    } else if (event instanceof MemoryEvent.OutOfMemory failure) {
      failed(failure);
    }
  }

  private void view(MemoryEvent.Snapshot snapshot, MemoryView view) throws IOException {
    long at = snapshot.timeMillis();
    String device = snapshot.device();
    String memory = view.memory();
    banks.put(device + '/' + memory, view.banks());
    series.told(BoardMeter.USED, at, view.usedBytes(), device, memory);
    series.told(BoardMeter.FREE, at, view.freeBytes(), device, memory);
    boolean told = view.largestFreeBytes() != MemoryView.UNTOLD;
    if (told) {
      series.told(BoardMeter.LARGEST_FREE, at, view.largestFreeBytes(), device, memory);
    }
    if (told && view.capacityBytes() > 0) {
      // As in a scrape: the log's rounding may put the largest block a little above what is free.
      double ratio = Math.min(1, Math.max(0, view.fragmentation()));
      series.told(BoardMeter.FRAGMENTATION, at, ratio, device, memory);
    }
    windowPeaks.take(at, view.usedBytes(), device, memory);
    series.changed(BoardMeter.CAPACITY, at, capacity(view, device), device, memory);
    series.raised(at, view.usedBytes(), device, memory);
    Op before = snapshot.before();
    if (before != null) {
      series.told(
          BoardMeter.OP_USED, at, view.usedBytes(), device, memory, admitted(before.name()));
    }
    String owner = snapshot.changedBy();
    if (owner != null && Op.untold(owner)) {
      series.told(BoardMeter.OP_USED, at, view.usedBytes(), device, memory, owner);
    }
  }

  /** An error line's exact size stands against the rounded one of every snapshot after it. */
  private double capacity(MemoryView view, String device) {
    double known = series.value(BoardMeter.CAPACITY, device, view.memory());
    double told = (double) view.capacityBytes();
    return Math.abs(known - told) <= ROUNDING_BYTES * view.banks() ? known : told;
  }

  private void failed(MemoryEvent.OutOfMemory failure) throws IOException {
    long at = failure.timeMillis();
    String device = failure.device();
    String memory = failure.memory();
    String diagnosis = failure.diagnosis().words();
    double count = series.value(BoardMeter.OUT_OF_MEMORY, device, memory, diagnosis);
    double next = Double.isNaN(count) ? 1 : count + 1;
    series.told(BoardMeter.OUT_OF_MEMORY, at, next, device, memory, diagnosis);
    Integer known = banks.get(device + '/' + memory);
    if (known != null && known == failure.banks() && failure.usedPerBank() >= 0) {
      series.raised(at, failure.usedPerBank() * known, device, memory);
    }
  }

  /** Where a memory stands after what was taken. */
  public void stands(MemoryKey key, MemoryUsage usage) throws IOException {
    newestMillis = Math.max(newestMillis, usage.timeMillis());
    double capacity = (double) usage.now().capacityBytes();
    series.changed(BoardMeter.CAPACITY, newestMillis, capacity, key.device(), key.memory());
    series.raised(
        usage.tidemark().timeMillis(), usage.tidemark().usedBytes(), key.device(), key.memory());
  }

  /** Where its ops stand after what was taken. */
  public void stands(MemoryKey key, OpTable table) throws IOException {
    for (OpUsage op : table.ops()) {
      double used = (double) op.usedBytes();
      series.changed(BoardMeter.OP_USED, newestMillis, used, key.device(), key.memory(), op.op());
    }
  }

  /** An alert began or ended; one that ends in the millisecond it began is seen for one. */
  public void alert(AlertKey key, Alert alert) throws IOException {
    String[] labels = {
      key.device(), key.memory(), key.rule().alert(), key.rule().severity().label()
    };
    if (series.value(BoardMeter.ALERT, labels) != 1) {
      series.told(BoardMeter.ALERT, alert.startMillis(), 1, labels);
    }
    Long end = alert.endMillis();
    if (end != null) {
      series.told(BoardMeter.ALERT, Math.max(end, alert.startMillis() + 1), 0, labels);
    }
  }

  /** What the run is, as far as it is known; told again when more formats are. */
  public void is(RunStatus status) throws IOException {
    String format = String.join(",", status.formats());
    String host = Objects.requireNonNullElse(status.host(), "");
    String[] told = {run.source(), format, mode.label(), ModelName.of(run.source()), host};
    RunSeries.Key key = series.key(BoardMeter.RUN, told);
    RunSeries.Key before = info;
    if (before != null && !before.equals(key)) {
      series.leave(before, newestMillis);
    }
    if (!key.equals(before)) {
      info = key;
      long at = before == null ? status.startMillis() : newestMillis;
      series.told(BoardMeter.RUN, at, 1, told);
      series.changed(BoardMeter.RUN_START, at, status.startMillis() / MILLIS);
    }
  }

  /** How many series it holds. */
  public int series() {
    return series.size();
  }

  /** All that was taken so far was handed on in an earlier life. */
  public void resume() {
    series.resume();
  }

  /** Hands on what stands now, in the middle of a run. */
  public void settle(long nowMillis) throws IOException {
    windowPeaks.until(nowMillis);
    series.settle(nowMillis);
  }

  /** The run is over: its live figures leave, the others stay to its end. */
  public void ended(RunStatus status) throws IOException {
    Long told = status.endMillis();
    ended(status, told == null ? status.startMillis() : told);
  }

  /** The same, at a time that an event tells before the status does. */
  public void ended(RunStatus status, long endMillis) throws IOException {
    long end = Math.max(endMillis, newestMillis);
    windowPeaks.until(end);
    is(status);
    series.told(BoardMeter.RUN_END, end, end / MILLIS);
    series.end(end);
  }

  private String admitted(String op) {
    return ops.contains(op) || (ops.size() < MOST_OPS && ops.add(op)) ? op : Op.OTHER;
  }

  private void windowPeak(long at, long bytes, String device, String memory) throws IOException {
    series.told(BoardMeter.WINDOW_PEAK, at, bytes, device, memory);
  }
}
