package io.tidemark.model;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Where one memory of a run stands: the value of {@code tidemark.usage}.
 *
 * @param now the newest snapshot
 * @param snapshots how many there were
 * @param highestSnapshot highest use that a snapshot showed
 * @param tidemark highest use the log states, from a snapshot or an error line
 * @param recentPeakBytes highest use among the snapshots since the previous record of this key;
 *     hangs on when records were written, so it is no part of the canonical state
 * @param before the op the newest snapshot was taken before
 * @param highestFragmentation largest {@link MemoryView#fragmentation()} of any snapshot
 * @param constEvalBytes use at the first snapshot after the last program that computes constants
 *     once ({@code const_eval}): mostly weights; {@code null} where the log names none
 * @param leakBytesPerSubmission by how much use mostly rises at one point of the program from one
 *     submission to the next; {@code null} until enough were seen
 * @param live the tensors alive at the newest snapshot; {@code null} without op lines
 * @param offset byte offset of the newest snapshot; of two records the higher one is newer
 */
public record MemoryUsage(
    MemoryView now,
    long snapshots,
    Peak highestSnapshot,
    Peak tidemark,
    long recentPeakBytes,
    @Nullable String before,
    double highestFragmentation,
    @Nullable Long constEvalBytes,
    @Nullable Long leakBytesPerSubmission,
    @Nullable LiveTensors live,
    long offset,
    long timeMillis) {

  public MemoryUsage {
    Objects.requireNonNull(now, "now");
    Objects.requireNonNull(highestSnapshot, "highestSnapshot");
    Objects.requireNonNull(tidemark, "tidemark");
  }
}
