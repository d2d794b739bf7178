package io.tidemark.app.replay;

import io.tidemark.analysis.alert.Judge;
import io.tidemark.analysis.alert.Thresholds;
import io.tidemark.model.alert.Alert;
import io.tidemark.model.alert.AlertKey;
import io.tidemark.model.event.MemoryEvent;
import io.tidemark.model.log.LogPosition;
import io.tidemark.model.log.RunId;
import io.tidemark.model.plan.PlanKey;
import io.tidemark.model.plan.PlanRecord;
import io.tidemark.model.run.RunStatus;
import io.tidemark.sink.figure.Mode;
import io.tidemark.sink.history.HistoryWriter;
import io.tidemark.sink.history.RunHistory;
import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A run during its replay. Its alerts are computed again, event by event. The state holds only
 * those at the end of a slice, so an alert that begins and ends within one would be missed.
 */
final class ReplayedRun {

  private final RunId id;
  private final Judge judge;
  private final RunHistory history;

  ReplayedRun(RunId id, Thresholds thresholds, HistoryWriter out) {
    this.id = id;
    this.judge = new Judge(thresholds);
    this.history = new RunHistory(id, Mode.REPLAY, out);
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
        new LogPosition(status.nextOffset(), endMillis == null ? status.startMillis() : endMillis));
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
