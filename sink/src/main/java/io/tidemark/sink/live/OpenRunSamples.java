package io.tidemark.sink.live;

import io.tidemark.model.alert.Alert;
import io.tidemark.model.alert.AlertKey;
import io.tidemark.model.event.MemoryEvent;
import io.tidemark.model.log.RunId;
import io.tidemark.model.memory.MemoryKey;
import io.tidemark.model.memory.MemoryUsage;
import io.tidemark.model.memory.OpTable;
import io.tidemark.model.plan.PlanKey;
import io.tidemark.model.plan.PlanRecord;
import io.tidemark.model.run.RunStatus;
import io.tidemark.sink.board.Board;
import io.tidemark.sink.figure.Mode;
import io.tidemark.sink.history.RunHistory;
import io.tidemark.sink.history.Series.SampleWriter;
import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The open runs, each with the offset of its first event and the newest sample of each series. They
 * hold a limited number of series if several runs are open. Beyond that, the longest silent run is
 * forgotten and counted.
 *
 * <p>If such a run continues, it begins anew, without a stale marker. A marker would hide
 * long-lived values, such as the run's labels, until their next sample.
 *
 * <p>Confined to one thread, except for the count.
 */
final class OpenRunSamples {

  /** An ended run that is missing on the board for this long was removed before the start. */
  private static final long UNSEEN_MILLIS = 60_000;

  private static final Logger LOG = LoggerFactory.getLogger(OpenRunSamples.class);

  private static final int SERIES_BYTES = 400;
  private static final int LEAST_SERIES = 100_000;

  private final SampleWriter out;
  private final Function<RunId, @Nullable String> hosts;
  private final int mostSeries;

  /** The run with the newest event comes last. */
  private final Map<RunId, OpenRun> runs = new LinkedHashMap<>(16, 0.75f, true);

  private final AtomicLong forgotten = new AtomicLong();
  private int series;

  private static final class OpenRun {
    final TopicPartition partition;
    final long firstOffset;
    final RunHistory history;
    final LiveState state = new LiveState();
    @Nullable Long endMillis;
    private long newestMillis;
    private long appliedMillis;
    private boolean seen;

    OpenRun(TopicPartition partition, long firstOffset, RunHistory history) {
      this.partition = partition;
      this.firstOffset = firstOffset;
      this.history = history;
    }

    /**
     * The run's present time: the time of its newest event plus the time since that event was
     * applied. The wall clock would be ahead of a log that is read late. Values would then be
     * repeated at times whose events are still to come.
     */
    long millis(long nowMillis) {
      return newestMillis + Math.max(0, nowMillis - appliedMillis);
    }
  }

  /**
   * Creates an instance without runs.
   *
   * @param hosts host of a run by the board; {@code null} if unknown
   * @param mostSeries of all open runs if there are several
   */
  OpenRunSamples(SampleWriter out, Function<RunId, @Nullable String> hosts, int mostSeries) {
    this.out = out;
    this.hosts = hosts;
    this.mostSeries = mostSeries;
  }

  /**
   * The most series of several runs that take an eighth of this heap. Runs that all write are
   * forgotten in turn beyond it, so a fleet of 1,280 runs must be far below.
   */
  static int mostSeries(long heapBytes) {
    return (int) Math.min(Integer.MAX_VALUE, Math.max(LEAST_SERIES, heapBytes / 8 / SERIES_BYTES));
  }

  /** Number of runs forgotten before their end; any thread may call it. */
  long forgotten() {
    return forgotten.get();
  }

  /** Applies the next events of a run, from the record at this offset. */
  void apply(
      RunId id, List<MemoryEvent> events, TopicPartition partition, long offset, long nowMillis)
      throws IOException {
    OpenRun run =
        runs.computeIfAbsent(id, unknown -> new OpenRun(partition, offset, begin(unknown, events)));
    int before = run.history.series();
    run.appliedMillis = nowMillis;
    for (MemoryEvent event : events) {
      run.history.apply(event);
      run.newestMillis = Math.max(run.newestMillis, event.timeMillis());
      if (event instanceof MemoryEvent.RunEnded ended) {
        run.endMillis = ended.timeMillis();
      }
    }
    series += run.history.series() - before;
    forgetBeyondBound();
  }

  /** The host comes with the first event, or a topic has dropped that one. */
  private RunHistory begin(RunId id, List<MemoryEvent> events) {
    String host =
        !events.isEmpty() && events.get(0) instanceof MemoryEvent.RunStarted start
            ? start.host()
            : hosts.apply(id);
    return new RunHistory(id, host, Mode.LIVE, out);
  }

  private void forgetBeyondBound() throws IOException {
    while (series > mostSeries && runs.size() > 1) {
      Map.Entry<RunId, OpenRun> silent = runs.entrySet().iterator().next();
      runs.remove(silent.getKey());
      silent.getValue().history.settle(silent.getValue().newestMillis);
      series -= silent.getValue().history.series();
      if (forgotten.getAndIncrement() == 0) {
        LOG.warn(
            "More than {} series of open runs: {} was silent for longest and is forgotten",
            mostSeries,
            silent.getKey());
      }
    }
  }

  /** Marks all events of the partition's runs so far as sent before. */
  void resume(TopicPartition partition) {
    for (OpenRun run : runs.values()) {
      if (run.partition.equals(partition)) {
        run.history.resume();
      }
    }
  }

  /** Writes the newest values, ends finished runs, and forgets removed ones. */
  void settle(Board board, long nowMillis) throws IOException {
    for (Map.Entry<RunId, OpenRun> entry : List.copyOf(runs.entrySet())) {
      RunId id = entry.getKey();
      OpenRun run = entry.getValue();
      RunStatus status = board.runs().get(id);
      run.seen |= status != null;
      if (status != null) {
        settle(id, run, status, board, nowMillis);
      } else if (run.endMillis != null
          && (run.seen || nowMillis - run.appliedMillis > UNSEEN_MILLIS)) {
        runs.remove(id);
      } else {
        run.history.settle(run.millis(nowMillis));
      }
    }
    series = runs.values().stream().mapToInt(run -> run.history.series()).sum();
    forgetBeyondBound();
  }

  private void settle(RunId id, OpenRun run, RunStatus status, Board board, long nowMillis)
      throws IOException {
    run.history.apply(status);
    // The end event may precede the state that holds the last alerts.
    if (run.endMillis != null && status.endMillis() != null) {
      long endMillis = run.endMillis;
      run.state.apply(id, board, Long.MAX_VALUE, run.history);
      run.history.end(status, endMillis);
      runs.remove(id);
    } else {
      run.state.apply(id, board, run.newestMillis, run.history);
      run.history.settle(run.millis(nowMillis));
    }
  }

  /** The offset of the first event of any open run; the partition's end without open runs. */
  long needed(TopicPartition partition, long end) {
    return runs.values().stream()
        .filter(run -> run.partition.equals(partition))
        .mapToLong(run -> run.firstOffset)
        .reduce(end, Math::min);
  }

  /**
   * Passes the state of an open run to its history, each value once. The board may be ahead of the
   * events read. A memory's state waits for them, since its later samples would exclude theirs.
   */
  static final class LiveState {

    private final Map<Object, Object> applied = new HashMap<>();

    private record OpsOf(MemoryKey memory) {}

    /**
     * Applies what changed since the last call.
     *
     * @param eventMillis event time up to which the run's events are read
     */
    void apply(RunId run, Board board, long eventMillis, RunHistory to) throws IOException {
      for (Map.Entry<AlertKey, Alert> alert : board.alertsOf(run)) {
        if (isNew(alert.getKey(), alert.getValue())) {
          to.apply(alert.getKey(), alert.getValue());
        }
      }
      for (Map.Entry<MemoryKey, MemoryUsage> usage : board.usageOf(run)) {
        MemoryKey key = usage.getKey();
        if (usage.getValue().timeMillis() > eventMillis) {
          continue;
        }
        if (isNew(key, usage.getValue())) {
          to.correct(key, usage.getValue());
        }
        @Nullable OpTable ops = board.ops().get(key);
        if (ops != null && isNew(new OpsOf(key), ops)) {
          to.correct(key, ops);
        }
      }
      for (Map.Entry<PlanKey, PlanRecord.Summary> plan : board.summariesOf(run)) {
        if (isNew(plan.getKey(), plan.getValue())) {
          to.apply(plan.getKey(), plan.getValue());
        }
      }
    }

    private boolean isNew(Object key, Object value) {
      return !value.equals(applied.put(key, value));
    }
  }
}
