package io.tidemark.app.replay;

import io.tidemark.analysis.LogAnalysis;
import io.tidemark.analysis.alert.Judge;
import io.tidemark.analysis.date.LogTimes;
import io.tidemark.analysis.run.Changes;
import io.tidemark.analysis.run.Outcome;
import io.tidemark.analysis.store.NoParts;
import io.tidemark.app.logfile.LogAtRest;
import io.tidemark.app.logfile.LogFailure;
import io.tidemark.app.logfile.SlicedLog;
import io.tidemark.model.alert.Alert;
import io.tidemark.model.alert.AlertKey;
import io.tidemark.model.alert.AlertRule;
import io.tidemark.model.event.MemoryEvent;
import io.tidemark.model.log.LogPosition;
import io.tidemark.model.log.RunId;
import io.tidemark.model.log.Slice;
import io.tidemark.model.memory.MemoryKey;
import io.tidemark.model.memory.MemoryUsage;
import io.tidemark.model.memory.OpTable;
import io.tidemark.model.plan.PlanKey;
import io.tidemark.model.plan.PlanRecord;
import io.tidemark.model.run.RunStatus;
import io.tidemark.sink.history.HistoryWriter;
import io.tidemark.sink.history.RunHistory;
import io.tidemark.sink.history.Series;
import io.tidemark.sink.history.Series.SampleWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Analyses a complete log, each line at its own time, and writes its samples. */
public final class Replay {

  private final LogAtRest log;
  private final LogAnalysis state;
  private final SampleCounter out;
  private final Map<RunId, ReplayedRun> runs = new HashMap<>();

  private Replay(LogAtRest log, SampleCounter out) {
    this.log = log;
    this.state = LogAnalysis.load(log.name(), new NoParts(), log.settings());
    this.out = out;
  }

  /**
   * Reads the log twice: for its dates, then for its samples, which are written to {@code to}.
   *
   * @throws LogFailure when the log cannot be read or analysed to its end
   * @throws IOException when its samples cannot be written
   */
  public static ReplaySummary read(LogAtRest log, ReplayTimes given, SampleWriter to)
      throws IOException {
    LogSurvey survey = LogSurvey.of(log, given);
    SampleCounter out = new SampleCounter(to);
    new Replay(log, out).run(survey);
    return out.replayed(log.name(), survey.times().dates());
  }

  private void run(LogSurvey survey) throws IOException {
    LogTimes times = survey.times();
    try {
      SlicedLog.read(log, SlicedLog.Pass.ANALYSIS, slice -> times.cut(slice).forEach(this::apply));
    } catch (SlicedLog.Aborted e) {
      throw e.getCause() instanceof IOException cause ? cause : new IOException(e.getCause());
    }
    write(LogFailure.closing(survey.length(), state::end));
  }

  private void apply(Slice slice) {
    Outcome outcome = state.after(slice.from(log.origin()));
    try {
      write(outcome);
    } catch (IOException e) {
      // The output failed, not the log.
      throw new SlicedLog.Aborted(e);
    }
  }

  private void write(Outcome outcome) throws IOException {
    for (Outcome.RunEvents batch : outcome.events()) {
      for (MemoryEvent event : batch.events()) {
        run(batch.run()).apply(event);
      }
    }
    Changes changes = state.changesWhileBusy();
    // Sorted, so that the same log gives the same file: a sample gets the newest time so far.
    for (Map.Entry<MemoryKey, MemoryUsage> usage : new TreeMap<>(changes.usage()).entrySet()) {
      run(usage.getKey().run()).history().correct(usage.getKey(), usage.getValue());
    }
    for (Map.Entry<MemoryKey, OpTable> ops : new TreeMap<>(changes.ops()).entrySet()) {
      run(ops.getKey().run()).history().correct(ops.getKey(), ops.getValue());
    }
    for (Map.Entry<PlanKey, PlanRecord> plan : new TreeMap<>(changes.plans()).entrySet()) {
      if (plan.getValue() instanceof PlanRecord.Summary summary) {
        run(plan.getKey().run()).history().apply(plan.getKey(), summary);
      }
    }
    for (Map.Entry<AlertKey, Alert> alert : new TreeMap<>(changes.alerts()).entrySet()) {
      // Only the analysis knows growth, and compares a run with the last one; no event does.
      AlertRule rule = alert.getKey().rule();
      if (rule == AlertRule.OVER_LAST_RUN || rule == AlertRule.GROWING) {
        run(alert.getKey().run()).history().apply(alert.getKey(), alert.getValue());
      }
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
    return runs.computeIfAbsent(id, unknown -> new ReplayedRun(id, log, out.run(id)));
  }

  /** Counts the samples of one log; markers that end a series are not samples. */
  private static final class SampleCounter {

    private final SampleWriter to;
    private final List<RunId> runs = new ArrayList<>();
    private long series;
    private long samples;
    private long firstMillis = Long.MAX_VALUE;
    private long lastMillis = Long.MIN_VALUE;

    SampleCounter(SampleWriter to) {
      this.to = to;
    }

    /** A writer for the samples of this run, which counts its series. */
    SampleWriter run(RunId id) {
      runs.add(id);
      Set<Series> known = new HashSet<>();
      return (of, millis, value) -> {
        to.write(of, millis, value);
        if (!HistoryWriter.stale(value)) {
          samples++;
          series += known.add(of) ? 1 : 0;
          firstMillis = Math.min(firstMillis, millis);
          lastMillis = Math.max(lastMillis, millis);
        }
      };
    }

    ReplaySummary replayed(String log, int dates) {
      return new ReplaySummary(log, runs, samples, series, firstMillis, lastMillis, dates);
    }
  }

  /**
   * A run during its replay. Its alerts are computed again, event by event. The state holds only
   * those at the end of a slice, so an alert that begins and ends within one would be missed.
   */
  private static final class ReplayedRun {

    private final RunId id;
    private final Judge judge;
    private final RunHistory history;

    ReplayedRun(RunId id, LogAtRest log, SampleWriter out) {
      this.id = id;
      this.judge = new Judge(log.settings().thresholds());
      this.history = new RunHistory(id, log.origin().host(), out);
    }

    RunHistory history() {
      return history;
    }

    void apply(MemoryEvent event) throws IOException {
      history.apply(event);
      judge.apply(event);
      writeAlerts();
    }

    /** Applies data without events: plans and a trainer's summary. */
    void judge(Map<PlanKey, PlanRecord> plans, RunStatus status) throws IOException {
      Map<PlanKey, PlanRecord> own = new HashMap<>(plans);
      own.keySet().removeIf(plan -> !plan.run().equals(id));
      judge.apply(own, status.training());
      writeAlerts();
    }

    void end(RunStatus status) throws IOException {
      Long endMillis = status.endMillis();
      judge.end(
          new LogPosition(
              status.source().offsetInLog(), endMillis == null ? status.startMillis() : endMillis));
      writeAlerts();
      history.end(status);
    }

    private void writeAlerts() throws IOException {
      Map<AlertKey, Alert> changed = new LinkedHashMap<>();
      judge.publish(id, changed);
      for (Map.Entry<AlertKey, Alert> alert : changed.entrySet()) {
        history.apply(alert.getKey(), alert.getValue());
      }
    }
  }
}
