package io.tidemark.analysis.memory;

import io.tidemark.model.KnownLongs;
import io.tidemark.model.memory.MemoryTimeline;
import io.tidemark.model.memory.MemoryTimeline.Band;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Details of the snapshot with the highest use of a bucket.
 *
 * @param snapshot its number among those of the memory
 * @param op the op that raised use; {@code null} if the log names none
 * @param largestFreeBytes {@code null} if the log does not state the free blocks
 * @param submission its number, from 1; 0 before the first
 * @param held {@code null} if the log does not name the makers of freed buffers
 */
record High(
    long snapshot,
    @Nullable String op,
    @Nullable Long largestFreeBytes,
    int submission,
    @Nullable LargestHolders held) {

  High with(@Nullable LargestHolders holders) {
    return new High(snapshot, op, largestFreeBytes, submission, holders);
  }

  /**
   * Returns the first {@code size} highs as columns; {@code null} for none.
   *
   * @param used at each high
   * @param firstBytes use at the first snapshot of the memory
   */
  static MemoryTimeline.@Nullable Highs columns(
      @Nullable High[] highs, long[] used, int size, long firstBytes) {
    if (size == 0) {
      return null;
    }
    // A loop, for speed: this runs for each closed bucket of each memory.
    long[] snapshots = new long[size];
    long[] largestFree = new long[size];
    long[] submissions = new long[size];
    for (int i = 0; i < size; i++) {
      High high = highs[i];
      snapshots[i] = high == null ? KnownLongs.UNKNOWN : high.snapshot;
      largestFree[i] = high == null ? KnownLongs.UNKNOWN : known(high.largestFreeBytes);
      submissions[i] = high == null || high.submission == 0 ? KnownLongs.UNKNOWN : high.submission;
    }
    List<String> names = new ArrayList<>();
    List<Integer> ops = ops(highs, size, names);
    List<Band> bands = Bands.of(highs, used, size, firstBytes);
    return new MemoryTimeline.Highs(
        KnownLongs.of(snapshots, size),
        names,
        ops,
        KnownLongs.of(largestFree, size),
        bands == null ? null : KnownLongs.of(submissions, size),
        bands);
  }

  /** Index of each high's op in {@code names}, from 1; 0 for none. Adds new names to the list. */
  private static List<Integer> ops(@Nullable High[] highs, int size, List<String> names) {
    Map<String, Integer> places = new HashMap<>();
    List<Integer> ops = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      High high = highs[i];
      String op = high == null ? null : high.op;
      Integer place = op == null ? Integer.valueOf(0) : places.get(op);
      if (op != null && place == null) {
        names.add(op);
        place = names.size();
        places.put(op, place);
      }
      ops.add(place);
    }
    return ops;
  }

  private static long known(@Nullable Long figure) {
    return figure == null ? KnownLongs.UNKNOWN : figure;
  }
}
