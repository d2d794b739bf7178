package io.tidemark.streams.source;

import io.tidemark.analysis.run.Tombstones;
import io.tidemark.analysis.store.ReadProgress;
import io.tidemark.model.alert.Alert;
import io.tidemark.model.alert.AlertKey;
import io.tidemark.model.alert.AlertRule;
import io.tidemark.model.run.AnalysisFailure;
import io.tidemark.model.run.ReadLines;
import io.tidemark.model.run.RunFailures;
import io.tidemark.model.run.RunSource;
import io.tidemark.model.run.RunStatus;
import io.tidemark.model.run.RunTime;
import io.tidemark.model.run.RunTracking;
import io.tidemark.model.wire.Topics;
import io.tidemark.streams.publish.Outgoing;
import io.tidemark.streams.publish.Outputs;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The last records of a run that an error of Tidemark or an upgrade ended: its status, and its
 * alerts.
 *
 * @param keys of all its published records
 * @param alerts its alerts that were active, as ended, and the alert of a failure
 */
record FailedRun(Tombstones keys, RunStatus status, Map<AlertKey, Alert> alerts, long millis) {

  /**
   * Ends a run with its figures as last published.
   *
   * @param progress how far its source is read, including the failing slice
   * @param begin the source at the failing slice, for a run without a status
   * @param millis event time of the failure
   * @param missing bytes of the log that were read neither before nor will be later
   */
  static FailedRun of(
      PublishedRun run,
      AnalysisFailure failure,
      ReadProgress progress,
      RunSource begin,
      long millis,
      long missing) {
    RunStatus last = run.status() == null ? unread(begin, millis) : run.status();
    RunTime time = new RunTime(last.startMillis(), Math.max(last.startMillis(), millis), failure);
    RunStatus status = with(last, progress, missing, missing > 0 ? 1 : 0, time);
    Map<AlertKey, Alert> alerts = new HashMap<>();
    run.active().forEach((key, alert) -> alerts.put(key, ended(alert, status, time)));
    Set<AlertKey> keys = new HashSet<>(run.keys().alerts());
    if (!failure.isUpgrade()) {
      AlertKey key = new AlertKey(run.id(), AlertRule.ANALYSIS_FAILED, "", "");
      alerts.put(key, alert(status, time, failure));
      keys.add(key);
    }
    Tombstones all = new Tombstones(run.id(), run.keys().memories(), run.keys().lastPages(), keys);
    return new FailedRun(all, status, alerts, millis);
  }

  private static RunStatus unread(RunSource begin, long millis) {
    return new RunStatus(
        begin,
        new ReadLines(List.of(), new RunStatus.Lines(0, 0, 0, 0, 0), 0, 0),
        new RunTracking(0, false, null),
        RunFailures.NONE,
        null,
        new RunTime(millis, null));
  }

  private static RunStatus with(
      RunStatus last, ReadProgress progress, long missing, int gaps, RunTime time) {
    RunSource source = last.source();
    ReadLines read = last.read();
    return new RunStatus(
        new RunSource(
            source.generation(),
            Math.max(source.nextOffset(), progress.next(source.generation())),
            source.host(),
            source.worker(),
            source.labels(),
            source.file(),
            source.earlier()),
        new ReadLines(read.formats(), read.lines(), read.gaps() + gaps, read.gapBytes() + missing),
        last.tracking(),
        last.failures(),
        last.training(),
        time);
  }

  private static Alert ended(Alert alert, RunStatus status, RunTime time) {
    return new Alert(
        alert.startMillis(),
        alert.lastMillis(),
        time.endMillis(),
        alert.times(),
        alert.sentence(),
        alert.startOffset(),
        Math.max(alert.offset(), status.source().offsetInLog()));
  }

  /** An alert that ends as it begins, as its run is over. */
  private static Alert alert(RunStatus status, RunTime time, AnalysisFailure failure) {
    long end = time.endMillis() == null ? time.startMillis() : time.endMillis();
    long offset = Math.max(failure.atByte(), status.source().offsetInLog());
    return new Alert(end, end, end, 1, failure.sentence(), failure.atByte(), offset)
        .of(status.source().host(), status.source().labels());
  }

  /** The same run, whose gap continues over this number of bytes. */
  FailedRun withMissing(long bytes, ReadProgress progress) {
    return new FailedRun(
        keys,
        with(status, progress, bytes, status.gaps() == 0 && bytes > 0 ? 1 : 0, status.time()),
        alerts,
        millis);
  }

  void emit(Outputs outputs) {
    List<Outgoing> records = new ArrayList<>();
    alerts.forEach((key, alert) -> records.add(Outgoing.of(Topics.ALERTS, key, alert, millis)));
    records.add(Outgoing.of(Topics.RUNS, keys.run(), status, millis));
    outputs.emit(records);
  }
}
