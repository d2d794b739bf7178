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
import io.tidemark.sink.figure.SeriesKey;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Collects the board at each scrape, from one snapshot. Reading changes nothing, so any number of
 * scrapers see the same values. Until the board is complete, a scrape holds {@code tidemark_ready
 * 0} and no run.
 *
 * @param startMillis when the program started
 */
public record BoardCollector(
    Supplier<BoardSnapshot> snapshots, Clock clock, long startMillis, String version)
    implements MultiCollector {

  /** Older runs are left out of the scrape. */
  static final int MOST_RUNS = 50;

  static final int MOST_SERIES = 20_000;

  private static final Pattern DIGITS = Pattern.compile("[0-9]+");

  @Override
  public MetricSnapshots collect() {
    BoardSnapshot snapshot = snapshots.get();
    ScrapeSeries out = new ScrapeSeries(MOST_SERIES);
    out.add(BoardMeter.BUILD, 1, version);
    out.add(BoardMeter.READY, snapshot.ready() ? 1 : 0);
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
      devices += ShownDevices.of(snapshot, run.getKey()).turnedAway();
      phases += training == null ? 0 : PhaseFigures.turnedAway(training);
    }
    out.add(BoardMeter.OVERFLOW, devices, "device");
    out.add(BoardMeter.OVERFLOW, totals.turnedAway().memories(), "memory");
    out.add(BoardMeter.OVERFLOW, phases, "phase");
  }

  /** Only runs of logs whose names differ by numbers alone are compared: nobody else asked. */
  private static void addGrowth(
      Board board, long nowMillis, List<RunScrape> shown, ScrapeSeries out) {
    Set<String> names = shown.stream().map(RunScrape::run).collect(Collectors.toSet());
    RunsHistory history =
        RunsHistory.of(
            board,
            RunsHistory.MAX_GROWTH,
            nowMillis,
            run -> DIGITS.matcher(run.source()).replaceAll("0"));
    for (RunsHistory.Row row : history.runs()) {
      Double growth = row.growth();
      if (growth != null && growth > 0 && names.contains(row.run())) {
        String commit = row.labels().getOrDefault("commit", "");
        out.add(SeriesKey.of(BoardMeter.RUN_GROWTH, row.run(), commit).at(growth));
      }
    }
  }

  /**
   * The memories of all runs precede the ops of any, so that the cap drops the oldest ops first.
   */
  private void addRuns(BoardSnapshot snapshot, ScrapeSeries out) {
    long nowMillis = clock.millis();
    SortedMap<AlertKey, Alert> raised = RaisedAlerts.of(snapshot.board(), nowMillis, startMillis);
    List<RunScrape> runs =
        snapshot.board().runsByNeed(MOST_RUNS).stream()
            .map(run -> new RunScrape(snapshot, raised, run))
            .toList();
    out.add(BoardMeter.DROPPED_RUNS, snapshot.board().runs().size() - runs.size());
    runs.forEach(run -> run.addRun(out, nowMillis));
    addGrowth(snapshot.board(), nowMillis, runs, out);
    runs.forEach(run -> run.addOps(out));
  }
}
