package io.tidemark.sink.meter;

import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.tidemark.model.ParkedSource;
import io.tidemark.model.RunId;
import io.tidemark.model.RunStatus;
import io.tidemark.model.Training;
import io.tidemark.sink.board.Moment;
import io.tidemark.sink.board.Totals;
import java.time.Clock;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The board at each scrape, one moment of it: reading changes nothing, so any number of scrapers
 * see the same. Before the board is whole it says so, rather than zeros.
 */
public final class BoardCollector implements MultiCollector {

  /** Older runs leave the scrape. */
  static final int MOST_RUNS = 50;

  /** Of parked sources the first by name have a series. */
  static final int MOST_PARKED = 50;

  static final int MOST_SERIES = 20_000;

  private final Supplier<Moment> moments;
  private final Clock clock;
  private final String version;

  public BoardCollector(Supplier<Moment> moments, Clock clock, String version) {
    this.moments = moments;
    this.clock = clock;
    this.version = version;
  }

  @Override
  public MetricSnapshots collect() {
    Moment moment = moments.get();
    Rows rows = new Rows(MOST_SERIES);
    rows.add(BoardMeter.BUILD, 1, version);
    rows.add(BoardMeter.READY, moment.ready() ? 1 : 0);
    moment.tallies().unreadable().forEach((topic, n) -> rows.add(BoardMeter.UNREADABLE, n, topic));
    if (moment.ready()) {
      addTotals(moment, rows);
      addParked(moment, rows);
      addRuns(moment, rows);
    }
    return rows.snapshots();
  }

  private static void addTotals(Moment moment, Rows rows) {
    Totals totals = moment.totals();
    rows.add(BoardMeter.LINES, totals.fact(), "fact");
    rows.add(BoardMeter.LINES, totals.ignored(), "ignored");
    rows.add(BoardMeter.LINES, totals.quoted(), "quoted");
    rows.add(BoardMeter.LINES, totals.rejected(), "rejected");
    rows.add(BoardMeter.LINES, totals.duplicate(), "duplicate");
    rows.add(BoardMeter.GAPS, totals.gaps());
    moment
        .tallies()
        .rejects()
        .forEach((kind, n) -> rows.add(BoardMeter.REJECTS, n, kind.format(), kind.reason()));
    rows.add(BoardMeter.OVERFLOW, totals.overflow(), "op");
    long devices = totals.turnedAway().devices();
    long phases = 0;
    // Of all runs, not of the newest: a counter must not fall when a run leaves.
    for (Map.Entry<RunId, RunStatus> run : moment.runs().entrySet()) {
      Training training = run.getValue().training();
      devices += Devices.of(moment, run.getKey()).turnedAway();
      phases += training == null ? 0 : PhaseRows.turnedAway(training);
    }
    rows.add(BoardMeter.OVERFLOW, devices, "device");
    rows.add(BoardMeter.OVERFLOW, totals.turnedAway().memories(), "memory");
    rows.add(BoardMeter.OVERFLOW, phases, "phase");
  }

  /** One that catches up is not counted: it goes on by itself. */
  private static void addParked(Moment moment, Rows rows) {
    List<Map.Entry<String, ParkedSource>> parked =
        moment.parked().entrySet().stream().filter(one -> one.getValue().parked()).toList();
    rows.add(BoardMeter.PARKED, parked.size());
    parked.stream()
        .limit(MOST_PARKED)
        .forEach(
            one -> {
              String step = one.getValue().step().name().toLowerCase(Locale.ROOT);
              rows.add(BoardMeter.PARKED_INFO, 1, one.getKey(), step);
            });
  }

  /** Memories of every run come before the ops of any: the cap takes the oldest ops first. */
  private void addRuns(Moment moment, Rows rows) {
    List<Map.Entry<RunId, RunStatus>> runs = moment.newestRuns(MOST_RUNS);
    RunRows runRows = new RunRows(moment, rows, clock.millis());
    OpRows opRows = new OpRows(moment, rows);
    for (Map.Entry<RunId, RunStatus> run : runs) {
      runRows.add(run.getKey(), run.getValue(), Devices.of(moment, run.getKey()));
    }
    for (Map.Entry<RunId, RunStatus> run : runs) {
      opRows.add(run.getKey(), run.getValue(), Devices.of(moment, run.getKey()));
    }
  }
}
