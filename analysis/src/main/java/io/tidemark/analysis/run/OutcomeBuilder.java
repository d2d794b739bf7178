package io.tidemark.analysis.run;

import io.tidemark.model.event.MemoryEvent;
import io.tidemark.model.log.Reject;
import io.tidemark.model.log.RunId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Collects the events and rejects of a slice, by run. */
final class OutcomeBuilder {

  private final Map<RunId, List<MemoryEvent>> batches = new LinkedHashMap<>();
  private final List<Reject> rejects = new ArrayList<>();
  private boolean alerted;

  void add(RunId run, MemoryEvent event) {
    batches.computeIfAbsent(run, unknown -> new ArrayList<>()).add(event);
  }

  void add(Reject reject) {
    rejects.add(reject);
  }

  /** Notes whether an alert began or ended. */
  void alerted(boolean turned) {
    alerted |= turned;
  }

  /** Returns everything collected and clears it. */
  Outcome drain() {
    List<Outcome.RunEvents> events = new ArrayList<>();
    batches.forEach((run, batch) -> events.add(new Outcome.RunEvents(run, batch)));
    Outcome outcome = new Outcome(events, rejects, alerted);
    batches.clear();
    rejects.clear();
    alerted = false;
    return outcome;
  }
}
