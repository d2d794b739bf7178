package io.tidemark.analysis;

import io.tidemark.model.Alert;
import io.tidemark.model.AlertKey;
import io.tidemark.model.MemoryKey;
import io.tidemark.model.MemoryUsage;
import io.tidemark.model.OpTable;
import io.tidemark.model.PlanKey;
import io.tidemark.model.PlanRecord;
import io.tidemark.model.RunId;
import io.tidemark.model.RunStatus;
import java.util.Map;

/** The public state of a source that changed since it was last asked for: idempotent upserts. */
public record Changes(
    Map<RunId, RunStatus> runs,
    Map<MemoryKey, MemoryUsage> usage,
    Map<MemoryKey, OpTable> ops,
    Map<PlanKey, PlanRecord> plans,
    Map<AlertKey, Alert> alerts) {
  public Changes {
    runs = Map.copyOf(runs);
    usage = Map.copyOf(usage);
    ops = Map.copyOf(ops);
    plans = Map.copyOf(plans);
    alerts = Map.copyOf(alerts);
  }

  public boolean isEmpty() {
    return runs.isEmpty()
        && usage.isEmpty()
        && ops.isEmpty()
        && plans.isEmpty()
        && alerts.isEmpty();
  }
}
