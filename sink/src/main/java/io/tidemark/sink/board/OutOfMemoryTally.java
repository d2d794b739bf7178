package io.tidemark.sink.board;

import io.tidemark.model.MemoryEvent;
import io.tidemark.model.RunStatus;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A run's failed allocations by kind. A status names only the newest few, so they are added up as
 * statuses pass: a count never falls when an old one drops off that list.
 *
 * @param count all of them; {@code count = sum of byKind + untold()}
 */
public record OutOfMemoryTally(long count, Map<Kind, Long> byKind) {

  static final OutOfMemoryTally NONE = new OutOfMemoryTally(0, Map.of());

  public OutOfMemoryTally {
    byKind = Map.copyOf(byKind);
  }

  /** What failed allocations are told apart by. */
  public record Kind(String device, String memory, String diagnosis) {}

  OutOfMemoryTally after(RunStatus status) {
    long fresh = status.outOfMemoryCount() - count;
    if (fresh <= 0) {
      return this;
    }
    List<MemoryEvent.OutOfMemory> told =
        status.outOfMemory().stream()
            .sorted(Comparator.comparingLong(MemoryEvent.OutOfMemory::offset))
            .toList();
    Map<Kind, Long> sums = new HashMap<>(byKind);
    for (MemoryEvent.OutOfMemory event :
        told.subList((int) Math.max(0, told.size() - fresh), told.size())) {
      sums.merge(
          new Kind(event.device(), event.memory(), event.diagnosis().words()), 1L, Long::sum);
    }
    return new OutOfMemoryTally(status.outOfMemoryCount(), sums);
  }

  /** How many passed without a status that named them. */
  public long untold() {
    return count - byKind.values().stream().mapToLong(Long::longValue).sum();
  }
}
