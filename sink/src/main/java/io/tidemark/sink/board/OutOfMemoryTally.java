package io.tidemark.sink.board;

import io.tidemark.model.event.MemoryEvent;
import io.tidemark.model.run.RunStatus;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A run's failed allocations by kind. A status names only the newest few, so the tally adds them up
 * as statuses pass: no count falls when an old failure leaves that list.
 *
 * @param count all of them; {@code count = sum of byKind + unknown()}
 * @param seen count of the newest status, which a later line may lower
 */
public record OutOfMemoryTally(long count, Map<Kind, Long> byKind, long seen) {

  static final OutOfMemoryTally NONE = new OutOfMemoryTally(0, Map.of(), 0);

  public OutOfMemoryTally {
    byKind = Map.copyOf(byKind);
  }

  public record Kind(String device, String memory, String diagnosis) {}

  OutOfMemoryTally after(RunStatus status) {
    long now = status.failures().count();
    long fresh = now - seen;
    if (fresh <= 0) {
      // A later line may take a failure back: what was counted stays.
      return fresh == 0 ? this : new OutOfMemoryTally(count, byKind, now);
    }
    List<MemoryEvent.OutOfMemory> named = status.failures().newest();
    Map<Kind, Long> sums = new HashMap<>(byKind);
    named.stream()
        .sorted(Comparator.comparingLong(MemoryEvent.OutOfMemory::offset))
        .skip(Math.max(0, named.size() - fresh))
        .map(event -> new Kind(event.device(), event.memory(), event.diagnosis().words()))
        .forEach(kind -> sums.merge(kind, 1L, Long::sum));
    return new OutOfMemoryTally(count + fresh, sums, now);
  }

  /** The failures that no status named. */
  public long unknown() {
    return count - byKind.values().stream().mapToLong(Long::longValue).sum();
  }
}
