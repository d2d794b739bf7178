package io.tidemark.sink.live;

import io.tidemark.model.log.RunId;
import io.tidemark.model.memory.MemoryKey;
import io.tidemark.model.memory.MemoryUsage;
import io.tidemark.model.memory.OpTable;
import io.tidemark.model.plan.PlanKey;
import io.tidemark.model.plan.PlanRecord;
import io.tidemark.sink.board.Board;
import io.tidemark.sink.history.RunHistory;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Passes the state of an open run to its history, each value once. The board may be ahead of the
 * events read. A memory's state waits for them, since its later samples would exclude theirs.
 */
final class LiveState {

  private final Map<Object, Object> applied = new HashMap<>();

  private record OpsOf(MemoryKey memory) {}

  /**
   * Applies what changed since the last call.
   *
   * @param eventMillis event time up to which the run's events are read
   */
  void apply(RunId run, Board board, long eventMillis, RunHistory to) throws IOException {
    for (Map.Entry<MemoryKey, MemoryUsage> usage : board.usageOf(run)) {
      MemoryKey key = usage.getKey();
      if (usage.getValue().timeMillis() > eventMillis) {
        continue;
      }
      if (isNew(key, usage.getValue())) {
        to.correct(key, usage.getValue());
      }
      @Nullable OpTable ops = board.ops().get(key);
      if (ops != null && isNew(new OpsOf(key), ops)) {
        to.correct(key, ops);
      }
    }
    for (Map.Entry<PlanKey, PlanRecord> plan : board.plansOf(run)) {
      if (plan.getValue() instanceof PlanRecord.Summary summary && isNew(plan.getKey(), summary)) {
        to.apply(plan.getKey(), summary);
      }
    }
  }

  /** An unchanged value is the same object on every board, so identity is sufficient. */
  @SuppressWarnings("ReferenceEquality")
  private boolean isNew(Object key, Object value) {
    return applied.put(key, value) != value;
  }
}
