package io.tidemark.sink.history;

import static io.tidemark.sink.Made.MIB;
import static io.tidemark.sink.Made.NEW_YEAR_MILLIS;
import static io.tidemark.sink.Made.RUN;
import static org.assertj.core.api.Assertions.assertThat;

import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.DataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.Label;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.tidemark.model.alert.AlertRule;
import io.tidemark.model.event.MemoryEvent;
import io.tidemark.model.event.Op;
import io.tidemark.model.log.LogPosition;
import io.tidemark.model.memory.MemoryUsage;
import io.tidemark.model.memory.OpChange;
import io.tidemark.model.memory.OpTable;
import io.tidemark.model.memory.OpUsage;
import io.tidemark.model.plan.PlanRecord;
import io.tidemark.model.run.RunStatus;
import io.tidemark.model.run.RunTime;
import io.tidemark.sink.Made;
import io.tidemark.sink.board.Board;
import io.tidemark.sink.board.BoardBuilder;
import io.tidemark.sink.board.BoardSnapshot;
import io.tidemark.sink.meter.BoardCollector;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The history of a run has the same series as its scrape, with the same last values. */
class HistoryMatchesScrapeTest {

  private static final long END_MILLIS = NEW_YEAR_MILLIS + 400_000;
  private static final Clock CLOCK =
      Clock.fixed(Instant.ofEpochMilli(NEW_YEAR_MILLIS + 5_000), ZoneOffset.UTC);

  /**
   * The state of an open run depends on the clock, its line counts on the progress of reading, and
   * what a list of runs shows is known to a history at the end.
   */
  private static final Set<String> OF_AN_END =
      Set.of(
          "tidemark_run_state",
          "tidemark_run_lines",
          "tidemark_run_end_timestamp_seconds",
          "tidemark_run_urgency",
          "tidemark_run_where_info",
          "tidemark_run_where_bytes",
          "tidemark_memory_needed_bytes",
          "tidemark_held_at_peak_bytes");

  /** The newest samples of a run, without series that have ended. */
  private static final class Newest implements HistoryWriter {
    final SortedMap<String, Double> values = new TreeMap<>();

    /** The same before the run's end. */
    final SortedMap<String, Double> open = new TreeMap<>();

    @Override
    public void write(Series series, long millis, double value) {
      SortedMap<String, String> labels = new TreeMap<>(series.labels());
      labels.remove("job");
      labels.remove("instance");
      labels.remove("mode");
      String name = series.meter().shownName() + labels;
      if (HistoryWriter.stale(value)) {
        values.remove(name);
      } else {
        values.put(name, value);
      }
      if (!HistoryWriter.stale(value)) {
        open.put(name, value);
      } else if (millis < NEW_YEAR_MILLIS + 5_000) {
        open.remove(name);
      }
    }

    @Override
    public void finish() {}

    @Override
    public void close() {}
  }

  private static SortedMap<String, Double> scraped(BoardSnapshot snapshot) {
    SortedMap<String, Double> values = new TreeMap<>();
    for (MetricSnapshot metric :
        new BoardCollector(
                () -> snapshot, CLOCK, 0, "1", BoardCollector.MOST_RUNS, "", now -> now.ready())
            .collect()) {
      for (DataPointSnapshot point : metric.getDataPoints()) {
        SortedMap<String, String> labels = new TreeMap<>();
        for (Label label : point.getLabels()) {
          labels.put(label.getName(), label.getValue());
        }
        labels.remove("mode");
        if (labels.containsKey("run")
            && !(open(snapshot) && OF_AN_END.contains(name(metric, point)))) {
          values.put(name(metric, point) + labels, value(point));
        }
      }
    }
    return values;
  }

  private static boolean open(BoardSnapshot snapshot) {
    return snapshot.board().runs().get(RUN).endMillis() == null;
  }

  private static String name(MetricSnapshot metric, DataPointSnapshot point) {
    String name = metric.getMetadata().getPrometheusName();
    if (point instanceof CounterSnapshot.CounterDataPointSnapshot) {
      return name + "_total";
    }
    return point instanceof GaugeSnapshot.GaugeDataPointSnapshot ? name : name + "_info";
  }

  private static double value(DataPointSnapshot point) {
    if (point instanceof CounterSnapshot.CounterDataPointSnapshot counter) {
      return counter.getValue();
    }
    return point instanceof GaugeSnapshot.GaugeDataPointSnapshot gauge ? gauge.getValue() : 1;
  }

  /** Applies events as the log would state them, then the state that the board shows. */
  private static RunHistory history(Board board, HistoryWriter out) throws IOException {
    RunHistory history = new RunHistory(RUN, "box-1", out);
    board.runs().get(RUN).failures().newest().forEach(failure -> apply(history, failure));
    for (var usage : board.usageOf(RUN)) {
      MemoryUsage value = usage.getValue();
      for (String before : List.of("AddOp", "MatmulOp", Op.SUBMISSION)) {
        apply(history, snapshot(value, before));
      }
      history.correct(usage.getKey(), value);
    }
    for (var ops : board.opsOf(RUN)) {
      history.correct(ops.getKey(), ops.getValue());
    }
    for (var plan : board.plansOf(RUN)) {
      if (plan.getValue() instanceof PlanRecord.Summary summary) {
        history.apply(plan.getKey(), summary);
      }
    }
    for (var alert : board.alertsOf(RUN)) {
      history.apply(alert.getKey(), alert.getValue());
    }
    return history;
  }

  private static void apply(RunHistory history, MemoryEvent event) {
    try {
      history.apply(event);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static MemoryEvent snapshot(MemoryUsage usage, String before) {
    return new MemoryEvent.Snapshot(
        new LogPosition(usage.offset(), usage.timeMillis()),
        "0",
        new Op(before, null, null),
        null,
        List.of(usage.now()));
  }

  /** One memory with ops, a plan, phases, alerts and a failed allocation. */
  private static BoardBuilder board(@Nullable Long endMillis) {
    BoardBuilder board = new BoardBuilder();
    RunStatus run = Made.outOfMemory(5000, 1, 4000);
    RunTime time = new RunTime(run.startMillis(), endMillis);
    board.applyRun(
        RUN,
        new RunStatus(
            run.source(), run.read(), run.tracking(), run.failures(), run.training(), time));
    board.applyUsage(Made.DRAM, Made.usage(600 * MIB, 600 * MIB, 4500), NEW_YEAR_MILLIS + 4500);
    board.applyOps(Made.DRAM, ops());
    board.applyPlan(Made.PLAN, Made.summary(4400));
    board.applyAlert(Made.alertKey(AlertRule.CRITICAL), Made.alert(null, 4400));
    board.applyAlert(Made.alertKey(AlertRule.NEAR_CAPACITY), Made.alert(NEW_YEAR_MILLIS + 9, 4500));
    return board;
  }

  private static OpTable ops() {
    return Made.ops(4500, op("MatmulOp", 800), op("AddOp", 900), op(Op.SUBMISSION, 700));
  }

  private static OpUsage op(String name, long peakMib) {
    OpChange change = new OpChange(3 * MIB, 2 * MIB, MIB, 0);
    return new OpUsage(name, 7, 600 * MIB, peakMib * MIB, change, null);
  }

  @Test
  void anOpenRunHasTheSeriesOfItsScrape() throws Exception {
    BoardSnapshot snapshot = board(null).snapshot();
    BoardSnapshot ended = board(NEW_YEAR_MILLIS + 5_000).snapshot();
    Newest newest = new Newest();
    history(snapshot.board(), newest).end(ended.board().runs().get(RUN));
    newest.open.keySet().removeIf(series -> OF_AN_END.contains(series.replaceAll("\\{.*", "")));

    SortedMap<String, Double> scraped = scraped(snapshot);
    assertThat(scraped).hasSizeGreaterThan(40);
    assertThat(newest.open).isEqualTo(scraped);
  }

  @Test
  void anEndedRunKeepsTheSeriesOfItsScrape() throws Exception {
    BoardSnapshot snapshot = board(END_MILLIS).snapshot();
    Newest newest = new Newest();
    history(snapshot.board(), newest).end(snapshot.board().runs().get(RUN));

    assertThat(newest.values).isEqualTo(scraped(snapshot));
  }
}
