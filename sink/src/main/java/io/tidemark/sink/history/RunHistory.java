package io.tidemark.sink.history;

import io.tidemark.model.Alert;
import io.tidemark.model.AlertKey;
import io.tidemark.model.MemoryEvent;
import io.tidemark.model.MemoryKey;
import io.tidemark.model.MemoryUsage;
import io.tidemark.model.MemoryView;
import io.tidemark.model.Op;
import io.tidemark.model.OpTable;
import io.tidemark.model.OpUsage;
import io.tidemark.model.RunId;
import io.tidemark.model.RunStatus;
import io.tidemark.sink.meter.BoardMeter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.DoubleBinaryOperator;

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

  /** What leaves the scrape when the run is over. */
  private static final Set<BoardMeter> LIVE =
      EnumSet.of(
          BoardMeter.USED,
          BoardMeter.FREE,
          BoardMeter.LARGEST_FREE,
          BoardMeter.FRAGMENTATION,
          BoardMeter.WINDOW_PEAK,
          BoardMeter.OP_USED);

  /** Least where use is most, so that used and free add up within a millisecond, too. */
  private static final Set<BoardMeter> LEAST = EnumSet.of(BoardMeter.FREE, BoardMeter.LARGEST_FREE);

  /** As many as the analysis admits. */
  private static final int MOST_OPS = 200;

  private final RunId run;
  private final HistoryWriter out;
  private final Map<Key, Timeline> timelines = new LinkedHashMap<>();
  private final Map<String, Integer> banks = new HashMap<>();
  private final WindowPeaks windowPeaks = new WindowPeaks(this::windowPeak);
  private final Set<String> ops = new HashSet<>();
  private long newestMillis = Long.MIN_VALUE;

  private record Key(BoardMeter meter, List<String> labels) {}

  public RunHistory(RunId run, HistoryWriter out) {
    this.run = run;
    this.out = out;
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
    told(BoardMeter.USED, at, view.usedBytes(), device, memory);
    told(BoardMeter.FREE, at, view.freeBytes(), device, memory);
    told(BoardMeter.LARGEST_FREE, at, view.largestFreeBytes(), device, memory);
    if (view.capacityBytes() > 0) {
      // As in a scrape: the log's rounding may put the largest block a little above what is free.
      double ratio = Math.min(1, Math.max(0, view.fragmentation()));
      told(BoardMeter.FRAGMENTATION, at, ratio, device, memory);
    }
    windowPeaks.take(at, view.usedBytes(), device, memory);
    changed(BoardMeter.CAPACITY, at, capacity(view, device), device, memory);
    raised(at, view.usedBytes(), device, memory);
    Op before = snapshot.before();
    if (before != null) {
      told(BoardMeter.OP_USED, at, view.usedBytes(), device, memory, admitted(before.name()));
    }
    String owner = snapshot.changedBy();
    if (owner != null && owner.startsWith("(")) {
      told(BoardMeter.OP_USED, at, view.usedBytes(), device, memory, owner);
    }
  }

  /** An error line's exact size stands against the rounded one of every snapshot after it. */
  private double capacity(MemoryView view, String device) {
    double known = value(BoardMeter.CAPACITY, device, view.memory());
    double told = (double) view.capacityBytes();
    return Math.abs(known - told) <= ROUNDING_BYTES * view.banks() ? known : told;
  }

  private void failed(MemoryEvent.OutOfMemory failure) throws IOException {
    long at = failure.timeMillis();
    String device = failure.device();
    String memory = failure.memory();
    String diagnosis = failure.diagnosis().words();
    double count = value(BoardMeter.OUT_OF_MEMORY, device, memory, diagnosis);
    double next = Double.isNaN(count) ? 1 : count + 1;
    told(BoardMeter.OUT_OF_MEMORY, at, next, device, memory, diagnosis);
    Integer known = banks.get(device + '/' + memory);
    if (known != null && known == failure.banks() && failure.usedPerBank() >= 0) {
      raised(at, failure.usedPerBank() * known, device, memory);
    }
  }

  /** Where a memory stands after what was taken. */
  public void stands(MemoryKey key, MemoryUsage usage) throws IOException {
    newestMillis = Math.max(newestMillis, usage.timeMillis());
    double capacity = (double) usage.now().capacityBytes();
    changed(BoardMeter.CAPACITY, newestMillis, capacity, key.device(), key.memory());
    raised(usage.tidemark().timeMillis(), usage.tidemark().usedBytes(), key.device(), key.memory());
  }

  /** Where its ops stand after what was taken. */
  public void stands(MemoryKey key, OpTable table) throws IOException {
    for (OpUsage op : table.ops()) {
      double used = (double) op.usedBytes();
      changed(BoardMeter.OP_USED, newestMillis, used, key.device(), key.memory(), op.op());
    }
  }

  /** An alert began or ended; one that ends in the millisecond it began is seen for one. */
  public void alert(AlertKey key, Alert alert) throws IOException {
    String[] labels = {
      key.device(), key.memory(), key.rule().alert(), key.rule().severity().label()
    };
    if (value(BoardMeter.ALERT, labels) != 1) {
      told(BoardMeter.ALERT, alert.startMillis(), 1, labels);
    }
    Long end = alert.endMillis();
    if (end != null) {
      told(BoardMeter.ALERT, Math.max(end, alert.startMillis() + 1), 0, labels);
    }
  }

  /** The run is over: its live figures leave, the others stay to its end. */
  public void ended(RunStatus status) throws IOException {
    long start = status.startMillis();
    Long told = status.endMillis();
    long end = Math.max(told == null ? start : told, newestMillis);
    String format = String.join(",", status.formats());
    windowPeaks.until(end);
    told(BoardMeter.RUN, start, 1, run.source(), format, "replay");
    told(BoardMeter.RUN_START, start, start / MILLIS);
    told(BoardMeter.RUN_END, end, end / MILLIS);
    for (Map.Entry<Key, Timeline> line : timelines.entrySet()) {
      if (LIVE.contains(line.getKey().meter())) {
        line.getValue().leave(end);
      } else {
        line.getValue().stay(end);
      }
    }
    timelines.clear();
  }

  private String admitted(String op) {
    return ops.contains(op) || (ops.size() < MOST_OPS && ops.add(op)) ? op : Op.OTHER;
  }

  private void raised(long at, long used, String... labels) throws IOException {
    double known = value(BoardMeter.RUN_PEAK, labels);
    if (Double.isNaN(known) || used > known) {
      told(BoardMeter.RUN_PEAK, at, used, labels);
    }
  }

  private void windowPeak(long at, long bytes, String device, String memory) throws IOException {
    told(BoardMeter.WINDOW_PEAK, at, bytes, device, memory);
  }

  private void changed(BoardMeter meter, long at, double value, String... labels)
      throws IOException {
    if (value(meter, labels) != value) {
      told(meter, at, value, labels);
    }
  }

  private double value(BoardMeter meter, String... labels) {
    Timeline known = timelines.get(key(meter, labels));
    return known == null ? Double.NaN : known.value();
  }

  private void told(BoardMeter meter, long at, long value, String... labels) throws IOException {
    told(meter, at, (double) value, labels);
  }

  private void told(BoardMeter meter, long at, double value, String... labels) throws IOException {
    Key key = key(meter, labels);
    Timeline known = timelines.get(key);
    if (known == null) {
      Series series = Series.of(meter, key.labels());
      timelines.put(key, new Timeline(series, within(meter), out, at, value));
    } else {
      known.take(at, value);
    }
  }

  private static DoubleBinaryOperator within(BoardMeter meter) {
    if (meter == BoardMeter.ALERT || meter == BoardMeter.CAPACITY) {
      return (before, after) -> after;
    }
    return LEAST.contains(meter) ? Math::min : Math::max;
  }

  private Key key(BoardMeter meter, String... labels) {
    List<String> all = new ArrayList<>(labels.length + 1);
    all.add(run.toString());
    all.addAll(List.of(labels));
    return new Key(meter, all);
  }
}
