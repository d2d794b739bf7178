package io.tidemark.analysis.memory;

import io.tidemark.model.event.FailedAllocation;
import io.tidemark.model.event.MemoryEvent.OutOfMemory;
import io.tidemark.model.log.LogPosition;
import io.tidemark.model.run.Refusals;
import io.tidemark.model.run.RunFailures;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The allocations that were refused, and after which the run went on or may go on. */
final class RefusedAllocations {

  private final List<Refused> newest;

  /**
   * @param newest distinct refusals, the newest last
   */
  RefusedAllocations(List<Refused> newest) {
    this.newest = newest;
  }

  /**
   * Equal refusals.
   *
   * @param beforeMillis time of the last but one, which is the last if that one ended the run
   */
  record Refused(
      FailedAllocation allocation,
      long count,
      long firstMillis,
      long beforeMillis,
      long lastMillis) {}

  void add(FailedAllocation allocation, long millis) {
    Refused known = newest(allocation, false);
    newest.removeIf(one -> one.equals(known));
    newest.add(
        known == null
            ? new Refused(allocation, 1, millis, millis, millis)
            : new Refused(
                allocation, known.count + 1, known.firstMillis, known.lastMillis, millis));
    if (newest.size() > RunFailures.MAX_NEWEST) {
      newest.remove(0);
    }
  }

  /** Adds advice to the newest one without any. */
  void advise(String words) {
    Refused last = newest.isEmpty() ? null : newest.get(newest.size() - 1);
    if (last != null && last.allocation.advice() == null) {
      newest.set(
          newest.size() - 1,
          new Refused(
              last.allocation.advised(words),
              last.count,
              last.firstMillis,
              last.beforeMillis,
              last.lastMillis));
    }
  }

  private @Nullable Refused newest(FailedAllocation allocation, boolean alike) {
    for (int i = newest.size() - 1; i >= 0; i--) {
      FailedAllocation one = newest.get(i).allocation;
      // The same request at several places is one, and later lines name its owner.
      boolean equal = one.of(null).advised(null).equals(allocation.of(null).advised(null));
      if (alike ? one.repeats(allocation) : equal) {
        return newest.get(i);
      }
    }
    return null;
  }

  /**
   * Takes the newest refusal like this one out. Returns it as a failure, which is known at this
   * offset; {@code null} for none.
   */
  @Nullable OutOfMemory end(FailedAllocation like, long offset) {
    Refused known = newest(like, true);
    if (known == null) {
      return null;
    }
    int at = newest.indexOf(known);
    if (known.count == 1) {
      newest.remove(at);
    } else {
      long before = known.beforeMillis;
      newest.set(
          at, new Refused(known.allocation, known.count - 1, known.firstMillis, before, before));
    }
    return new OutOfMemory(new LogPosition(offset, known.lastMillis), known.allocation);
  }

  /** Their public records. */
  List<Refusals.Refused> published() {
    return newest.stream()
        .map(
            one -> new Refusals.Refused(one.allocation, one.count, one.firstMillis, one.lastMillis))
        .toList();
  }
}
