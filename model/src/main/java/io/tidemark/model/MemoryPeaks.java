package io.tidemark.model;

import java.util.Objects;

/**
 * How high the use of a memory was.
 *
 * @param highestSnapshot highest use that a snapshot showed
 * @param tidemark highest use that the log states, from a snapshot or an error line
 * @param recentPeakBytes highest use among the snapshots since the previous record of this key; it
 *     depends on when records were written, so it is no part of the canonical state
 * @param highestFragmentation largest {@link MemoryView#fragmentation()} of any snapshot
 */
public record MemoryPeaks(
    Peak highestSnapshot, Peak tidemark, long recentPeakBytes, double highestFragmentation) {
  public MemoryPeaks {
    Objects.requireNonNull(highestSnapshot, "highestSnapshot");
    Objects.requireNonNull(tidemark, "tidemark");
  }
}
