package io.tidemark.analysis.run;

import io.tidemark.model.event.MemoryEvent;
import io.tidemark.model.log.Reject;
import io.tidemark.model.log.RunId;
import java.util.List;

/**
 * The events and rejects of one slice.
 *
 * @param events per run, in order; more than one entry when a run began inside the slice
 * @param rejects lines that began like a known record and broke
 * @param alerted an alert began or ended: to be published at once
 */
public record Outcome(List<RunEvents> events, List<Reject> rejects, boolean alerted) {

  public static final Outcome NONE = new Outcome(List.of(), List.of(), false);

  public Outcome {
    events = List.copyOf(events);
    rejects = List.copyOf(rejects);
  }

  public record RunEvents(RunId run, List<MemoryEvent> events) {
    public RunEvents {
      events = List.copyOf(events);
    }
  }
}
