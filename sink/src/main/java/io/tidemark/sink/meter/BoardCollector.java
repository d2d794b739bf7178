package io.tidemark.sink.meter;

import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.tidemark.model.alert.Alert;
import io.tidemark.model.alert.AlertKey;
import io.tidemark.model.log.RunId;
import io.tidemark.model.run.RunStatus;
import io.tidemark.model.training.Training;
import io.tidemark.sink.answer.RunsHistory;
import io.tidemark.sink.board.Board;
import io.tidemark.sink.board.BoardSnapshot;
import io.tidemark.sink.board.RaisedAlerts;
import io.tidemark.sink.board.Totals;
import io.tidemark.sink.figure.BoardMeter;
import io.tidemark.sink.figure.PhaseFigures;
import io.tidemark.sink.figure.RunFigures;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Collects the board at each scrape, from one snapshot. Reading changes nothing, so any number of
 * scrapers see the same values. Until the board is complete, a scrape holds no run.
 *
 * @param startMillis when the program started
 * @param page address of the page for links from elsewhere; empty for that of the scrape
 * @param ready the answer of {@code /ready}
 */
public record BoardCollector(
    Supplier<BoardSnapshot> snapshots,
    Clock clock,
    long startMillis,
    String version,
    int mostRuns,
    String page,
    Predicate<BoardSnapshot> ready)
    implements MultiCollector {

  /** Unless a user sets another limit: forty hosts of thirty-two workers, and half as many more. */
  public static final int MOST_RUNS = 2000;

  /** Ended runs beside fewer open ones. */
  static final int LEAST_RUNS = 50;

  /** Beside the series of ops. */
  static final int MOST_SERIES = 200_000;

  static final int MOST_OP_SERIES = 20_000;

  @Override
  public MetricSnapshots collect() {
    BoardSnapshot snapshot = snapshots.get();
    ScrapeSeries out = new ScrapeSeries(MOST_SERIES);
    out.add(BoardMeter.BUILD, 1, version, page);
    out.add(BoardMeter.READY, ready.test(snapshot) ? 1 : 0);
    snapshot.tallies().unreadable().forEach((topic, n) -> out.add(BoardMeter.UNREADABLE, n, topic));
    if (snapshot.ready()) {
      addTotals(snapshot, out);
      out.add(BoardMeter.IGNORED, snapshot.board().ignored().size());
      addRuns(snapshot, out);
    }
    return out.snapshots();
  }

  private static void addTotals(BoardSnapshot snapshot, ScrapeSeries out) {
    Totals totals = snapshot.totals();
    RunFigures.outcomes(totals.lines())
        .forEach((outcome, count) -> out.add(BoardMeter.LINES, count, outcome));
    out.add(BoardMeter.GAPS, totals.gaps());
    snapshot
        .tallies()
        .rejects()
        .forEach((kind, n) -> out.add(BoardMeter.REJECTS, n, kind.format(), kind.reason()));
    out.add(BoardMeter.OVERFLOW, totals.overflow(), "op");
    long devices = totals.turnedAway().devices();
    long phases = 0;
    // Sums over all runs, including those without series: a counter must not fall when a run
    // leaves.
    for (Map.Entry<RunId, RunStatus> run : snapshot.board().runs().entrySet()) {
      Training training = run.getValue().training();
      devices += ShownDevices.turnedAway(snapshot, run.getKey());
      phases += training == null ? 0 : PhaseFigures.turnedAway(training);
    }
    out.add(BoardMeter.OVERFLOW, devices, "device");
    out.add(BoardMeter.OVERFLOW, totals.turnedAway().memories(), "memory");
    out.add(BoardMeter.OVERFLOW, phases, "phase");
  }

  /**
   * Every open run, while they are not too many. The memories of all runs precede the ops of any,
   * so that the cap drops the ops of the least needed runs first.
   */
  private void addRuns(BoardSnapshot snapshot, ScrapeSeries out) {
    long nowMillis = clock.millis();
    SortedMap<AlertKey, Alert> raised = RaisedAlerts.of(snapshot.board(), nowMillis, startMillis);
    Board board = snapshot.board();
    long open = board.runs().values().stream().filter(run -> run.endMillis() == null).count();
    int most =
        (int) Math.min(mostRuns, Math.max(LEAST_RUNS, open + (long) board.alarmedRuns().size()));
    List<Map.Entry<RunId, RunStatus>> needed = board.runsByNeed(most);
    List<RunScrape> runs =
        needed.stream().map(run -> new RunScrape(snapshot, raised, run)).toList();
    long shownOpen = needed.stream().filter(run -> run.getValue().endMillis() == null).count();
    out.add(BoardMeter.DROPPED_RUNS, open - shownOpen, "open");
    long dropped = (long) board.runs().size() - runs.size();
    out.add(BoardMeter.DROPPED_RUNS, dropped - (open - shownOpen), "ended");
    runs.forEach(run -> run.addRun(out, nowMillis));
    Map<String, Double> growths = RunsHistory.growths(board, nowMillis);
    runs.forEach(run -> run.addGrowth(growths, out));
    runs.forEach(run -> run.addHolders(out, nowMillis));
    out.allow(MOST_OP_SERIES);
    runs.forEach(run -> run.addOps(out));
  }
}
