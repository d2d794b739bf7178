package io.tidemark.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The failed allocations of a run.
 *
 * @param newest the newest failures, at most {@link #MAX_NEWEST}
 * @param count total number of failures
 * @param declined rejected requests whose callers have a fallback, which are no failures; {@code
 *     null} if the log states none
 */
public record RunFailures(
    List<MemoryEvent.OutOfMemory> newest, long count, @Nullable Long declined) {

  public static final int MAX_NEWEST = 16;

  public static final RunFailures NONE = new RunFailures(List.of(), 0, null);

  public RunFailures {
    newest = List.copyOf(newest);
  }
}
