package io.tidemark.sink.live;

import io.tidemark.model.Alert;
import io.tidemark.model.AlertKey;
import io.tidemark.model.MemoryEvent;
import io.tidemark.model.RunId;
import io.tidemark.model.RunStatus;
import io.tidemark.sink.board.Moment;
import io.tidemark.sink.history.HistoryWriter;
import io.tidemark.sink.history.Mode;
import io.tidemark.sink.history.RunHistory;
import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The runs that may go on, each with where its events begin: of each series its newest sample, at
 * most {@link #MOST_SERIES} of them, where several runs are open. Beyond that the run that told
 * nothing for longest is forgotten and counted; should it tell more it begins anew, without a stale
 * marker before: what stands for long, as what the run is, would be gone until it is told again.
 * Confined to one thread, but for the count.
 */
final class OpenRuns {

  /** An ended run that the board does not show for so long was forgotten before we came. */
  private static final long UNSEEN_MILLIS = 60_000;

  private static final Logger LOG = LoggerFactory.getLogger(OpenRuns.class);

  /** Some 400 bytes each: 40 MB. A scrape shows a fifth of that. */
  static final int MOST_SERIES = 100_000;

  private final HistoryWriter out;
  private final int mostSeries;

  /** Who told something last stands last. */
  private final Map<RunId, OpenRun> runs = new LinkedHashMap<>(16, 0.75f, true);

  private final AtomicLong forgotten = new AtomicLong();
  private int series;

  private static final class OpenRun {
    final TopicPartition partition;
    final long firstOffset;
    final RunHistory history;
    final Map<AlertKey, Alert> alerts = new HashMap<>();
    @Nullable Long endMillis;
    private long newestMillis;
    private long takenMillis;
    private boolean seen;

    OpenRun(TopicPartition partition, long firstOffset, RunHistory history) {
      this.partition = partition;
      this.firstOffset = firstOffset;
      this.history = history;
    }

    /**
     * The run's own time now: what it told last, and as long ago as that was taken in. A clock
     * would run ahead of a log that is read late, and what stands would be told again into times
     * that the log has yet to tell of.
     */
    long millis(long nowMillis) {
      return newestMillis + Math.max(0, nowMillis - takenMillis);
    }
  }

  OpenRuns(HistoryWriter out) {
    this(out, MOST_SERIES);
  }

  OpenRuns(HistoryWriter out, int mostSeries) {
    this.out = out;
    this.mostSeries = mostSeries;
  }

  /** How many runs were forgotten before they were over; may be asked by any thread. */
  long forgotten() {
    return forgotten.get();
  }

  /** What a run told next, from the record at this place. */
  void take(
      RunId id, List<MemoryEvent> events, TopicPartition partition, long offset, long nowMillis)
      throws IOException {
    OpenRun run =
        runs.computeIfAbsent(
            id, unknown -> new OpenRun(partition, offset, new RunHistory(unknown, Mode.LIVE, out)));
    int before = run.history.series();
    run.takenMillis = nowMillis;
    for (MemoryEvent event : events) {
      run.history.take(event);
      run.newestMillis = Math.max(run.newestMillis, event.timeMillis());
      if (event instanceof MemoryEvent.RunEnded ended) {
        run.endMillis = ended.timeMillis();
      }
    }
    series += run.history.series() - before;
    forgetBeyondBound();
  }

  private void forgetBeyondBound() throws IOException {
    while (series > mostSeries && runs.size() > 1) {
      Map.Entry<RunId, OpenRun> silent = runs.entrySet().iterator().next();
      runs.remove(silent.getKey());
      silent.getValue().history.settle(silent.getValue().newestMillis);
      series -= silent.getValue().history.series();
      if (forgotten.getAndIncrement() == 0) {
        LOG.warn(
            "More than {} series of open runs: {} told nothing for longest and is forgotten",
            mostSeries,
            silent.getKey());
      }
    }
  }

  /** All that the partition's runs took so far was sent before. */
  void resume(TopicPartition partition) {
    for (OpenRun run : runs.values()) {
      if (run.partition.equals(partition)) {
        run.history.resume();
      }
    }
  }

  /** Hands on what stands now; ends the runs that are over, and forgets those that are gone. */
  void settle(Moment moment, long nowMillis) throws IOException {
    for (Map.Entry<RunId, OpenRun> entry : List.copyOf(runs.entrySet())) {
      RunId id = entry.getKey();
      OpenRun run = entry.getValue();
      RunStatus status = moment.runs().get(id);
      run.seen |= status != null;
      if (status != null) {
        settle(id, run, status, moment, nowMillis);
      } else if (run.endMillis != null
          && (run.seen || nowMillis - run.takenMillis > UNSEEN_MILLIS)) {
        runs.remove(id);
      } else {
        run.history.settle(run.millis(nowMillis));
      }
    }
    series = runs.values().stream().mapToInt(run -> run.history.series()).sum();
    forgetBeyondBound();
  }

  private void settle(RunId id, OpenRun run, RunStatus status, Moment moment, long nowMillis)
      throws IOException {
    run.history.is(status);
    for (Map.Entry<AlertKey, Alert> alert : moment.alertsOf(id)) {
      if (!alert.getValue().equals(run.alerts.put(alert.getKey(), alert.getValue()))) {
        run.history.alert(alert.getKey(), alert.getValue());
      }
    }
    // An event may come before the state that it stands for: the state tells the last alerts.
    if (run.endMillis != null && status.endMillis() != null) {
      run.history.ended(status, run.endMillis);
      runs.remove(id);
    } else {
      run.history.settle(run.millis(nowMillis));
    }
  }

  /** Where reading must begin again to know all open runs; the partition's end without any. */
  long needed(TopicPartition partition, long end) {
    return runs.values().stream()
        .filter(run -> run.partition.equals(partition))
        .mapToLong(run -> run.firstOffset)
        .reduce(end, Math::min);
  }
}
