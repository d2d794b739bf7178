package io.tidemark.app.replay;

import io.tidemark.analysis.Changes;
import io.tidemark.analysis.HeapParts;
import io.tidemark.analysis.LogAnalysis;
import io.tidemark.analysis.Outcome;
import io.tidemark.app.report.LogAtRest;
import io.tidemark.app.report.LogFailure;
import io.tidemark.app.report.SlicedLog;
import io.tidemark.app.times.LogTimes;
import io.tidemark.model.MemoryEvent;
import io.tidemark.model.MemoryKey;
import io.tidemark.model.MemoryUsage;
import io.tidemark.model.OpTable;
import io.tidemark.model.RunId;
import io.tidemark.model.RunStatus;
import io.tidemark.model.Slice;
import io.tidemark.sink.history.HistoryWriter;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** Runs the analysis over a log at rest, each line at its own time, and hands over its samples. */
public final class Replay {

  private final LogAtRest log;
  private final LogAnalysis state;
  private final Counted out;
  private final Map<RunId, ReplayedRun> runs = new HashMap<>();

  private Replay(LogAtRest log, Counted out) {
    this.log = log;
    this.state = LogAnalysis.load(log.name(), new HeapParts(), log.settings());
    this.out = out;
  }

  /**
   * Reads the log twice and hands {@code to} its samples; what it came to.
   *
   * @throws LogFailure when the log cannot be read or analysed to its end
   * @throws IOException when its samples cannot be written
   */
  public static Replayed read(LogAtRest log, ReplayTimes told, HistoryWriter to)
      throws IOException {
    Surveyed surveyed = Surveyed.of(log, told);
    Counted out = new Counted(to);
    new Replay(log, out).run(surveyed);
    return out.replayed(log.name(), surveyed.times().dates());
  }

  private void run(Surveyed surveyed) throws IOException {
    LogTimes times = surveyed.times();
    try {
      SlicedLog.read(log.files(), slice -> times.cut(slice).forEach(this::take));
    } catch (SlicedLog.Aborted e) {
      throw e.getCause() instanceof IOException cause ? cause : new IOException(e.getCause());
    }
    after(LogFailure.closing(surveyed.length(), state::end));
  }

  private void take(Slice slice) {
    Outcome outcome = state.after(slice);
    try {
      after(outcome);
    } catch (IOException e) {
      // The samples cannot be written: no log is to blame.
      throw new SlicedLog.Aborted(e);
    }
  }

  private void after(Outcome outcome) throws IOException {
    for (Outcome.RunEvents batch : outcome.events()) {
      for (MemoryEvent event : batch.events()) {
        run(batch.run()).take(event);
      }
    }
    Changes changes = state.changesWhileBusy();
    // Sorted: a sample's time is the newest so far, and the same log is the same file.
    for (Map.Entry<MemoryKey, MemoryUsage> usage : new TreeMap<>(changes.usage()).entrySet()) {
      run(usage.getKey().run()).history().stands(usage.getKey(), usage.getValue());
    }
    for (Map.Entry<MemoryKey, OpTable> ops : new TreeMap<>(changes.ops()).entrySet()) {
      run(ops.getKey().run()).history().stands(ops.getKey(), ops.getValue());
    }
    for (Map.Entry<RunId, RunStatus> status : new TreeMap<>(changes.runs()).entrySet()) {
      RunId id = status.getKey();
      run(id).judge(changes.plans(), status.getValue());
      if (status.getValue().endMillis() != null) {
        run(id).end(status.getValue());
        runs.remove(id);
      }
    }
  }

  private ReplayedRun run(RunId id) {
    return runs.computeIfAbsent(
        id, unknown -> new ReplayedRun(id, log.settings().thresholds(), out.run()));
  }
}
