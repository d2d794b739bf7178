package io.tidemark.model.event;

import java.util.List;

/** Events of one run that one slice completed, in order: the value of {@code tidemark.events}. */
public record EventBatch(List<MemoryEvent> events) {
  public EventBatch {
    events = List.copyOf(events);
  }
}
