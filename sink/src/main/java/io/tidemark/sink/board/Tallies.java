package io.tidemark.sink.board;

import io.tidemark.model.MemoryKey;
import io.tidemark.model.ParkedSource;
import io.tidemark.model.RunId;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What stands beside the runs: sources that are parked, and what the sink itself adds up while it
 * reads, which begins anew with each start of the sink.
 *
 * @param parked sources whose analysis failed, by name
 * @param recentPeaks per memory what arrived of late
 * @param outOfMemory per run its failed allocations by kind
 * @param gone totals of the runs and tables that were removed, so that sums never fall
 * @param reached totals that were published before runs were rolled back: a floor of the sums
 * @param rejects lines that broke, by kind, as far back as their topic was read
 * @param unreadable per topic how many records could not be read
 */
public record Tallies(
    SortedMap<String, ParkedSource> parked,
    Map<MemoryKey, RecentPeaks> recentPeaks,
    Map<RunId, OutOfMemoryTally> outOfMemory,
    Totals gone,
    Totals reached,
    Map<RejectKind, Long> rejects,
    Map<String, Long> unreadable) {
  public Tallies {
    parked = Collections.unmodifiableSortedMap(new TreeMap<>(parked));
    recentPeaks = Map.copyOf(recentPeaks);
    outOfMemory = Map.copyOf(outOfMemory);
    rejects = Map.copyOf(rejects);
    unreadable = Map.copyOf(unreadable);
  }
}
