package io.tidemark.analysis.memory;

import io.tidemark.analysis.state.Stored;
import io.tidemark.model.event.MemoryEvent.OutOfMemory;
import io.tidemark.model.run.RunFailures;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The failed allocations of a run: their count, the newest ones, and the count of harmless ones.
 */
@Stored
public final class Failures {

  private final List<OutOfMemory> newest = new ArrayList<>();
  private long count;
  private long declined;

  void add(OutOfMemory event) {
    count++;
    newest.add(event);
    if (newest.size() > RunFailures.MAX_NEWEST) {
      newest.remove(0);
    }
  }

  /** Counts a rejected request whose caller has a fallback. */
  void decline() {
    declined++;
  }

  public long count() {
    return count;
  }

  /** Number of rejected requests that did no harm; {@code null} for none. */
  public @Nullable Long declined() {
    return declined == 0 ? null : declined;
  }

  public List<OutOfMemory> newest() {
    return newest;
  }
}
