package io.tidemark.analysis;

import io.tidemark.model.MemoryEvent;
import io.tidemark.model.Reject;
import io.tidemark.model.RunId;
import java.util.ArrayList;
import java.util.List;

/** The events and rejects of a slice so far, run by run. */
final class OutcomeBuilder {

  private final List<Outcome.RunEvents> batches = new ArrayList<>();
  private final List<Reject> rejects = new ArrayList<>();
  private List<MemoryEvent> events = new ArrayList<>();
  private boolean alerted;

  void add(MemoryEvent event) {
    events.add(event);
  }

  void add(Reject reject) {
    rejects.add(reject);
  }

  /** Whether an alert began or ended. */
  void alerted(boolean turned) {
    alerted |= turned;
  }

  /** The events since the last batch are of this run. */
  void endBatch(RunId run) {
    if (!events.isEmpty()) {
      batches.add(new Outcome.RunEvents(run, events));
      events = new ArrayList<>();
    }
  }

  /** All of it, and from then on nothing. */
  Outcome drain() {
    Outcome outcome = new Outcome(batches, rejects, alerted);
    batches.clear();
    rejects.clear();
    alerted = false;
    return outcome;
  }
}
