package io.tidemark.analysis.run;

import io.tidemark.model.alert.Alert;
import io.tidemark.model.alert.AlertKey;
import io.tidemark.model.log.RunId;
import io.tidemark.model.memory.MemoryKey;
import io.tidemark.model.memory.MemoryTimeline;
import io.tidemark.model.memory.MemoryUsage;
import io.tidemark.model.memory.OpTable;
import io.tidemark.model.plan.PlanKey;
import io.tidemark.model.plan.PlanRecord;
import io.tidemark.model.run.RunStatus;
import java.util.List;
import java.util.Map;

/**
 * The public state of a source that changed since the last call. Each entry is an idempotent
 * upsert.
 *
 * @param gone runs above the retention limit: their published keys must be deleted
 */
public record Changes(
    Map<RunId, RunStatus> runs,
    Map<MemoryKey, MemoryUsage> usage,
    Map<MemoryKey, OpTable> ops,
    Map<MemoryKey, MemoryTimeline> timelines,
    Map<PlanKey, PlanRecord> plans,
    Map<AlertKey, Alert> alerts,
    List<Tombstones> gone) {

  /** Nothing changed. */
  public static final Changes NONE =
      new Changes(Map.of(), Map.of(), Map.of(), Map.of(), Map.of(), Map.of(), List.of());

  public Changes {
    runs = Map.copyOf(runs);
    usage = Map.copyOf(usage);
    ops = Map.copyOf(ops);
    timelines = Map.copyOf(timelines);
    plans = Map.copyOf(plans);
    alerts = Map.copyOf(alerts);
    gone = List.copyOf(gone);
  }
}
