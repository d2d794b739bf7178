package io.tidemark.sink.board;

import io.tidemark.model.MemoryKey;
import io.tidemark.model.RunId;
import java.util.Map;

/**
 * What the sink itself adds up while it reads; begins anew with each start of the sink.
 *
 * @param recentPeaks per memory what arrived of late
 * @param outOfMemory per run its failed allocations by kind
 * @param gone totals of the runs and tables that were removed, so that sums never fall
 * @param rejects lines that broke, by kind, as far back as their topic was read
 * @param unreadable per topic how many records could not be read
 */
public record Tallies(
    Map<MemoryKey, RecentPeaks> recentPeaks,
    Map<RunId, OutOfMemoryTally> outOfMemory,
    Totals gone,
    Map<RejectKind, Long> rejects,
    Map<String, Long> unreadable) {
  public Tallies {
    recentPeaks = Map.copyOf(recentPeaks);
    outOfMemory = Map.copyOf(outOfMemory);
    rejects = Map.copyOf(rejects);
    unreadable = Map.copyOf(unreadable);
  }
}
