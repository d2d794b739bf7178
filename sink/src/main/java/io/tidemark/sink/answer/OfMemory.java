package io.tidemark.sink.answer;

import io.tidemark.model.event.MemoryEvent.OutOfMemory;
import io.tidemark.model.log.RunId;
import io.tidemark.model.memory.MemoryKey;
import io.tidemark.model.memory.MemoryUsage;
import io.tidemark.model.plan.PlanKey;
import io.tidemark.model.plan.PlanRecord;
import io.tidemark.model.run.RunStatus;
import io.tidemark.sink.board.Board;
import io.tidemark.sink.verdict.MainMemory;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * How full a memory is, and who holds its peak.
 *
 * @param measured whether the log states its use; else a plan, a training or an error does
 */
public record OfMemory(Fullness where, Fills fills, boolean measured) {

  /** The memories of a run that are in use or needed, on these devices. */
  public static List<OfMemory> all(
      Board board, RunId run, RunStatus status, long nowMillis, Predicate<String> devices) {
    List<OfMemory> memories = new ArrayList<>();
    Set<MemoryKey> needed = needed(board, run, status);
    for (Map.Entry<MemoryKey, MemoryUsage> memory : board.usageOf(run)) {
      MemoryKey key = memory.getKey();
      if (MainMemory.isUsed(memory.getValue())) {
        needed.remove(key);
        if (devices.test(key.device())) {
          memories.add(used(board, key, memory.getValue()));
        }
      }
    }
    for (MemoryKey key : needed) {
      OfMemory memory =
          devices.test(key.device()) ? Answers.needed(board, key, status, nowMillis) : null;
      if (memory != null) {
        memories.add(memory);
      }
    }
    return memories;
  }

  private static OfMemory used(Board board, MemoryKey key, MemoryUsage usage) {
    return new OfMemory(Fullness.of(key, usage), Fills.of(board, key, usage), true);
  }

  private static Set<MemoryKey> needed(Board board, RunId run, RunStatus status) {
    Set<MemoryKey> needed = new LinkedHashSet<>();
    for (Map.Entry<PlanKey, PlanRecord.Summary> plan : board.summariesOf(run)) {
      needed.add(new MemoryKey(run, Fullness.PLANNED, plan.getValue().memory()));
    }
    if (status.training() != null) {
      needed.add(new MemoryKey(run, Fullness.PLANNED, Answers.TRAINED));
    }
    for (OutOfMemory failure : status.failures().newest()) {
      needed.add(new MemoryKey(run, failure.device(), failure.memory()));
    }
    return needed;
  }
}
