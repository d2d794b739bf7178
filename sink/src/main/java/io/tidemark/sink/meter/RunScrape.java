package io.tidemark.sink.meter;

import static java.util.Comparator.comparing;

import io.tidemark.model.alert.Alert;
import io.tidemark.model.alert.AlertKey;
import io.tidemark.model.event.MemoryEvent;
import io.tidemark.model.event.MemoryView;
import io.tidemark.model.log.RunId;
import io.tidemark.model.memory.MemoryKey;
import io.tidemark.model.memory.MemoryUsage;
import io.tidemark.model.memory.OpTable;
import io.tidemark.model.run.AnalysisFailure;
import io.tidemark.model.run.RunStatus;
import io.tidemark.sink.board.Board;
import io.tidemark.sink.board.BoardSnapshot;
import io.tidemark.sink.board.OutOfMemoryTally;
import io.tidemark.sink.board.RecentPeaks;
import io.tidemark.sink.figure.BoardMeter;
import io.tidemark.sink.figure.FailureFigures;
import io.tidemark.sink.figure.MemoryFigures;
import io.tidemark.sink.figure.Mode;
import io.tidemark.sink.figure.OpFigures;
import io.tidemark.sink.figure.RunFigures;
import io.tidemark.sink.verdict.RunVerdict;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/** Selects the figures of one run for a scrape, the most important first. */
final class RunScrape {

  private final BoardSnapshot snapshot;
  private final SortedMap<AlertKey, Alert> raised;
  private final Board board;
  private final ShownDevices devices;
  private final RunId id;
  private final RunStatus status;
  private final RunFigures figures;

  RunScrape(
      BoardSnapshot snapshot, SortedMap<AlertKey, Alert> raised, Map.Entry<RunId, RunStatus> run) {
    this.snapshot = snapshot;
    this.raised = raised;
    this.board = snapshot.board();
    this.devices = ShownDevices.of(snapshot, run.getKey());
    this.id = run.getKey();
    this.status = run.getValue();
    this.figures = new RunFigures(id, status.source().host(), Mode.LIVE);
  }

  void addRun(ScrapeSeries out, long nowMillis) {
    out.add(figures.info(status));
    out.add(figures.start(status));
    out.add(figures.state(RunVerdict.of(board, id, status, nowMillis).state()));
    out.addAll(figures.where(board, status, nowMillis).ofRun());
    out.addAll(figures.lines(status.lines()));
    Long endMillis = status.endMillis();
    if (endMillis != null) {
      out.add(figures.end(endMillis));
    }
    AnalysisFailure failure = status.analysisFailure();
    if (failure != null && !failure.isUpgrade()) {
      out.add(figures.failedAt(failure));
    }
    Long contradictions = status.tracking().contradictions();
    if (contradictions != null) {
      out.add(figures.contradictions(contradictions));
    }
    addAlerts(out);
    addOutOfMemory(out);
    addNewestFailures(out);
    if (status.failures().refused() != null) {
      out.addAll(figures.refused(status.failures().refused(), devices::show));
    }
    if (status.training() != null) {
      out.addAll(figures.phases(status.training()));
    }
    for (Map.Entry<MemoryKey, MemoryUsage> memory : board.usageOf(id)) {
      if (devices.show(memory.getKey().device())) {
        addMemory(memory.getKey(), memory.getValue(), out, nowMillis);
      }
    }
    board.summariesOf(id).forEach(plan -> out.addAll(figures.plan(plan.getKey(), plan.getValue())));
  }

  void addHolders(ScrapeSeries out, long nowMillis) {
    out.addAll(figures.where(board, status, nowMillis).ofMemories(devices::show));
  }

  /**
   * By how much its peak exceeds those of the good runs before it.
   *
   * @param growths by run
   */
  void addGrowth(Map<String, Double> growths, ScrapeSeries out) {
    Double above = growths.get(id.toString());
    if (above != null && above > 0) {
      out.add(figures.growth(status, above));
    }
  }

  private void addAlerts(ScrapeSeries out) {
    for (Map.Entry<AlertKey, Alert> alert : board.alertsOf(id)) {
      if (devices.show(alert.getKey().device())) {
        boolean active = raised.getOrDefault(alert.getKey(), alert.getValue()).active();
        out.add(figures.alert(BoardMeter.ALERT, alert.getKey()).at(active ? 1 : 0));
        if (active) {
          long since = alert.getValue().startMillis();
          out.add(figures.alert(BoardMeter.ALERT_SINCE, alert.getKey()).atMillis(since));
        }
      }
    }
  }

  private void addOutOfMemory(ScrapeSeries out) {
    OutOfMemoryTally tally = snapshot.tallies().outOfMemory().get(id);
    if (tally == null) {
      return;
    }
    long rest = tally.unknown();
    for (Map.Entry<OutOfMemoryTally.Kind, Long> entry : tally.byKind().entrySet()) {
      OutOfMemoryTally.Kind kind = entry.getKey();
      if (devices.show(kind.device())) {
        out.add(
            figures
                .outOfMemory(kind.device(), kind.memory(), kind.diagnosis())
                .at(entry.getValue()));
      } else {
        rest += entry.getValue();
      }
    }
    if (rest > 0) {
      out.add(figures.outOfMemoryElsewhere().at(rest));
    }
  }

  private void addNewestFailures(ScrapeSeries out) {
    for (MemoryEvent.OutOfMemory failure : FailureFigures.newest(status.failures().newest())) {
      if (devices.show(failure.device())) {
        out.addAll(figures.failure(failure).all());
      }
    }
  }

  /** The live figures end with the run, so that alerts on them resolve. */
  private void addMemory(MemoryKey key, MemoryUsage usage, ScrapeSeries out, long nowMillis) {
    MemoryFigures memory = figures.memory(key.device(), key.memory());
    out.addAll(memory.lasting(usage));
    if (status.endMillis() != null) {
      return;
    }
    MemoryView now = usage.now();
    out.addAll(memory.snapshot(now, usage.tidemark().usedBytes()));
    if (MemoryFigures.touched(usage)) {
      RecentPeaks recent = snapshot.tallies().recentPeaks().get(key);
      long used = now.usedBytes();
      long peak = recent == null ? used : recent.highestBytes(nowMillis, used);
      out.add(memory.series(BoardMeter.WINDOW_PEAK).at(peak));
    }
    out.addAll(memory.tensors(usage));
  }

  /** The run's ops: the ranks of all memories, then bytes, then counts. */
  void addOps(ScrapeSeries out) {
    if (out.isFull()) {
      out.drop(board.opsOf(id).stream().mapToInt(table -> table.getValue().ops().size()).sum());
      return;
    }
    List<Map.Entry<MemoryKey, OpTable>> tables =
        board.opsOf(id).stream().filter(table -> devices.show(table.getKey().device())).toList();
    for (Map.Entry<MemoryKey, OpTable> table : tables) {
      MemoryUsage usage = board.usage().get(table.getKey());
      out.addAll(ops(table).ranks(usage == null ? null : usage.tidemark()));
    }
    for (Map.Entry<MemoryKey, OpTable> table : tables) {
      out.addAll(status.endMillis() == null ? ops(table).live() : ops(table).lasting());
    }
    figures.opCounts(tables).stream()
        .sorted(comparing(count -> String.join("\0", count.series().labels())))
        .forEach(out::add);
  }

  private OpFigures ops(Map.Entry<MemoryKey, OpTable> table) {
    return figures.ops(table.getKey(), table.getValue());
  }
}
