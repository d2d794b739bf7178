package io.tidemark.app.replay;

import io.tidemark.analysis.Changes;
import io.tidemark.analysis.HeapParts;
import io.tidemark.analysis.Outcome;
import io.tidemark.analysis.SourceState;
import io.tidemark.app.report.LogAtRest;
import io.tidemark.app.report.SlicedLog;
import io.tidemark.model.MemoryEvent;
import io.tidemark.model.MemoryKey;
import io.tidemark.model.MemoryUsage;
import io.tidemark.model.OpTable;
import io.tidemark.model.RunId;
import io.tidemark.model.RunStatus;
import io.tidemark.model.Slice;
import io.tidemark.sink.history.HistoryWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;

/** Runs the analysis over a log at rest, each line at its own time, and hands over its samples. */
public final class Replay {

  private final LogAtRest log;
  private final SourceState state;
  private final Counted out;
  private final Map<RunId, ReplayedRun> runs = new HashMap<>();

  private Replay(LogAtRest log, Counted out) {
    this.log = log;
    this.state = SourceState.load(log.name(), new HeapParts(), log.settings());
    this.out = out;
  }

  /** Reads the log twice and hands {@code to} its samples; what it came to. */
  public static Replayed read(LogAtRest log, ReplayTimes told, HistoryWriter to)
      throws IOException {
    LogTimes times = Surveyed.of(log, told).times();
    Counted out = new Counted(to);
    new Replay(log, out).run(times);
    return out.replayed(log.name(), times.dates());
  }

  private void run(LogTimes times) throws IOException {
    try {
      SlicedLog.read(log.files(), slice -> times.cut(slice).forEach(this::take));
      after(state.end());
    } catch (UncheckedIOException e) {
      throw new IOException(e.getMessage(), e.getCause());
    }
  }

  private void take(Slice slice) {
    try {
      after(state.after(slice));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void after(Outcome outcome) throws IOException {
    for (Outcome.RunEvents batch : outcome.events()) {
      for (MemoryEvent event : batch.events()) {
        run(batch.run()).take(event);
      }
    }
    Changes changes = state.changesWhileBusy();
    for (Map.Entry<MemoryKey, MemoryUsage> usage : changes.usage().entrySet()) {
      run(usage.getKey().run()).history().stands(usage.getKey(), usage.getValue());
    }
    for (Map.Entry<MemoryKey, OpTable> ops : changes.ops().entrySet()) {
      run(ops.getKey().run()).history().stands(ops.getKey(), ops.getValue());
    }
    for (Map.Entry<RunId, RunStatus> status : changes.runs().entrySet()) {
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
        id, unknown -> new ReplayedRun(id, log.settings().thresholds(), out));
  }
}
