package io.tidemark.analysis.state;

import io.tidemark.model.memory.MemoryKey;
import io.tidemark.model.memory.MemoryTimeline;
import io.tidemark.model.memory.MemoryUsage;
import io.tidemark.model.memory.OpTable;
import io.tidemark.model.plan.PlanKey;
import io.tidemark.model.plan.PlanRecord;
import java.util.HashMap;
import java.util.Map;

/** Changed public state of a run's memories and plans, collected until it is published. */
public record ChangedState(
    Map<MemoryKey, MemoryUsage> usage,
    Map<MemoryKey, OpTable> ops,
    Map<MemoryKey, MemoryTimeline> timelines,
    Map<PlanKey, PlanRecord> plans) {

  public static ChangedState none() {
    return new ChangedState(new HashMap<>(), new HashMap<>(), new HashMap<>(), new HashMap<>());
  }

  public boolean isEmpty() {
    return usage.isEmpty() && ops.isEmpty() && timelines.isEmpty() && plans.isEmpty();
  }

  /** Adds newer values, which replace older ones per key. */
  public void add(ChangedState newer) {
    usage.putAll(newer.usage);
    ops.putAll(newer.ops);
    timelines.putAll(newer.timelines);
    plans.putAll(newer.plans);
  }
}
