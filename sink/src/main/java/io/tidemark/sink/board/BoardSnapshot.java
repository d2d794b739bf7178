package io.tidemark.sink.board;

import io.tidemark.model.log.Reject;
import io.tidemark.model.log.RunId;
import io.tidemark.model.memory.MemoryKey;
import io.tidemark.model.run.RunStatus;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The sink's knowledge at one moment; immutable.
 *
 * @param tallies counts that the sink itself adds up
 * @param ready whether the topics were read up to the ends they had at the start
 */
public record BoardSnapshot(Board board, Tallies tallies, boolean ready) {

  public static BoardSnapshot empty() {
    return new BoardBuilder().snapshotWhileReading();
  }

  /** The sums over all runs, removed runs included; a sum never falls. */
  public Totals totals() {
    Totals sum = tallies.removed();
    for (RunStatus status : board.runs().values()) {
      sum = sum.plus(status);
    }
    Map<RunId, Long> overflow = new HashMap<>();
    board.ops().forEach((key, table) -> overflow.merge(key.run(), table.overflow(), Math::max));
    for (long ofRun : overflow.values()) {
      sum = sum.plusOverflow(ofRun);
    }
    return sum;
  }

  /**
   * Counts that the sink adds up while it reads. They begin anew with each start of the sink.
   *
   * @param recentPeaks per memory, the peaks that arrived in the trailing window
   * @param outOfMemory per run, its failed allocations by kind
   * @param removed totals of removed runs and tables, so that sums never fall
   * @param rejects rejected lines by kind, as far back as their topic was read
   * @param newestRejects newest rejects of the sources that had the latest ones, newest first
   * @param unreadable number of unreadable records per topic
   */
  public record Tallies(
      Map<MemoryKey, RecentPeaks> recentPeaks,
      Map<RunId, OutOfMemoryTally> outOfMemory,
      Totals removed,
      Map<RejectKind, Long> rejects,
      Map<String, List<Reject>> newestRejects,
      Map<String, Long> unreadable) {

    public Tallies {
      recentPeaks = Map.copyOf(recentPeaks);
      outOfMemory = Map.copyOf(outOfMemory);
      rejects = Map.copyOf(rejects);
      newestRejects = Map.copyOf(newestRejects);
      unreadable = Map.copyOf(unreadable);
    }
  }

  /** The format that a rejected line began like, and the reason of its rejection. */
  public record RejectKind(String format, String reason) {

    static final RejectKind OTHER = new RejectKind("__other__", "__other__");
  }
}
