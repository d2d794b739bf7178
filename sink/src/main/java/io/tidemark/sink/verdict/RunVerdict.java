package io.tidemark.sink.verdict;

import io.tidemark.model.PlanRecord;
import io.tidemark.model.RunId;
import io.tidemark.model.RunStatus;
import io.tidemark.sink.board.Board;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * The state of a run.
 *
 * @param idleMinutes whole minutes since its newest figure; 0 unless it is idle
 */
public record RunVerdict(RunState state, long idleMinutes) {

  private static final long MILLIS_PER_MINUTE = 60_000;

  /** The state in words, the same on every surface. */
  public String words() {
    return state == RunState.IDLE ? "idle %d min".formatted(idleMinutes) : state.words();
  }

  /** The verdict of a run of the board, at this time. */
  public static RunVerdict of(Board board, RunId id, RunStatus status, long nowMillis) {
    if (status.failures().count() > 0) {
      return plain(RunState.OUT_OF_MEMORY);
    }
    if (status.formats().isEmpty() && status.lines().read() > 0) {
      return plain(RunState.NOTHING_RECOGNISED);
    }
    if (status.endMillis() == null) {
      long minutes = (nowMillis - newestMillis(board, id, status)) / MILLIS_PER_MINUTE;
      return minutes < 1 ? plain(RunState.LIVE) : new RunVerdict(RunState.IDLE, minutes);
    }
    return plain(sizesUnknown(board, id) ? RunState.CAPACITY_UNKNOWN : RunState.ENDED);
  }

  private static RunVerdict plain(RunState state) {
    return new RunVerdict(state, 0);
  }

  private static boolean sizesUnknown(Board board, RunId id) {
    List<PlanVerdict> plans =
        PlanOrder.of(board, id).stream().map(plan -> PlanVerdict.of(plan.summary())).toList();
    return !plans.isEmpty() && plans.stream().allMatch(PlanVerdict.CAPACITY_UNKNOWN::equals);
  }

  /** The time of the newest figure of any kind: a status itself has none. */
  private static long newestMillis(Board board, RunId id, RunStatus status) {
    LongStream memories =
        board.usageOf(id).stream().mapToLong(memory -> memory.getValue().timeMillis());
    LongStream plans =
        board.plansOf(id).stream()
            .map(java.util.Map.Entry::getValue)
            .flatMap(plan -> plan instanceof PlanRecord.Summary s ? Stream.of(s) : Stream.empty())
            .mapToLong(plan -> plan.attempt().at().timeMillis());
    return LongStream.concat(memories, plans).reduce(status.startMillis(), Math::max);
  }
}
