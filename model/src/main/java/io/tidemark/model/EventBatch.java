package io.tidemark.model;

import java.util.List;

/**
 * The events that one slice completed for one run, in order: the value of {@code tidemark.events}.
 */
public record EventBatch(List<MemoryEvent> events) {
  public EventBatch {
    events = List.copyOf(events);
  }
}
