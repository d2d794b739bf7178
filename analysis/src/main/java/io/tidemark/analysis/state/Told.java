package io.tidemark.analysis.state;

import io.tidemark.model.MemoryKey;
import io.tidemark.model.MemoryTimeline;
import io.tidemark.model.MemoryUsage;
import io.tidemark.model.OpTable;
import io.tidemark.model.PlanKey;
import io.tidemark.model.PlanRecord;
import java.util.HashMap;
import java.util.Map;

/** What a run has told of its memories and plans, as it gathers until somebody asks for it. */
public record Told(
    Map<MemoryKey, MemoryUsage> usage,
    Map<MemoryKey, OpTable> ops,
    Map<MemoryKey, MemoryTimeline> timelines,
    Map<PlanKey, PlanRecord> plans) {

  /** Nothing yet. */
  public static Told nothing() {
    return new Told(new HashMap<>(), new HashMap<>(), new HashMap<>(), new HashMap<>());
  }

  /** Takes what is newer, key by key. */
  public void add(Told newer) {
    usage.putAll(newer.usage);
    ops.putAll(newer.ops);
    timelines.putAll(newer.timelines);
    plans.putAll(newer.plans);
  }
}
