package io.tidemark.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A run's failed allocations.
 *
 * @param newest the newest of them, at most {@link #MAX_NEWEST}
 * @param count how many there were in all
 * @param declined requests that an allocator turned down and whose callers can do without: no
 *     failures; {@code null} when the log states none
 */
public record RunFailures(
    List<MemoryEvent.OutOfMemory> newest, long count, @Nullable Long declined) {

  public static final int MAX_NEWEST = 16;

  public static final RunFailures NONE = new RunFailures(List.of(), 0, null);

  public RunFailures {
    newest = List.copyOf(newest);
  }
}
