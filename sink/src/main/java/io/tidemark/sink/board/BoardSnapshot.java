package io.tidemark.sink.board;

import io.tidemark.model.log.RunId;
import io.tidemark.model.run.RunStatus;
import java.util.HashMap;
import java.util.Map;

/**
 * The sink's knowledge at one moment; immutable.
 *
 * @param tallies counts that the sink itself adds up
 * @param ready whether the topics were read up to the ends they had at the start
 */
public record BoardSnapshot(Board board, Tallies tallies, boolean ready) {

  /** The snapshot before any record is read. */
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
}
