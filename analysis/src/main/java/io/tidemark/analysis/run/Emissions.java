package io.tidemark.analysis.run;

import io.tidemark.analysis.state.ChangedState;
import io.tidemark.model.alert.Alert;
import io.tidemark.model.alert.AlertKey;
import io.tidemark.model.event.MemoryEvent;
import io.tidemark.model.log.Reject;
import io.tidemark.model.log.RunId;
import io.tidemark.model.run.RunStatus;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Collects what the runs of a source emit: events and rejects, and changed public state. */
final class Emissions {

  private final Map<RunId, List<MemoryEvent>> events = new LinkedHashMap<>();
  private final List<Reject> rejects = new ArrayList<>();
  private boolean alerted;

  final Map<RunId, RunStatus> runs = new HashMap<>();
  ChangedState tracked = ChangedState.none();
  final Map<AlertKey, Alert> alerts = new HashMap<>();
  final List<Tombstones> gone = new ArrayList<>();

  void add(RunId run, MemoryEvent event) {
    events.computeIfAbsent(run, unknown -> new ArrayList<>()).add(event);
  }

  void add(Reject reject) {
    rejects.add(reject);
  }

  /** Notes whether an alert began or ended. */
  void alerted(boolean turned) {
    alerted |= turned;
  }

  /** Returns the events and rejects since the last call. */
  Outcome outcome() {
    if (events.isEmpty() && rejects.isEmpty() && !alerted) {
      return Outcome.NONE;
    }
    List<Outcome.RunEvents> batches = new ArrayList<>();
    events.forEach((run, batch) -> batches.add(new Outcome.RunEvents(run, batch)));
    Outcome outcome = new Outcome(batches, rejects, alerted);
    events.clear();
    rejects.clear();
    alerted = false;
    return outcome;
  }

  /** Returns the changed public state since the last call. */
  Changes changes() {
    Changes changes =
        new Changes(
            runs,
            tracked.usage(),
            tracked.ops(),
            tracked.timelines(),
            tracked.plans(),
            alerts,
            gone);
    runs.clear();
    tracked = ChangedState.none();
    alerts.clear();
    gone.clear();
    return changes;
  }
}
