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
import java.util.HashMap;
import java.util.Map;

/** Changes as they gather until somebody asks for them. */
final class ChangesBuilder {

  final Map<RunId, RunStatus> runs = new HashMap<>();
  final Map<MemoryKey, MemoryUsage> usage = new HashMap<>();
  final Map<MemoryKey, OpTable> ops = new HashMap<>();
  final Map<PlanKey, PlanRecord> plans = new HashMap<>();
  final Map<AlertKey, Alert> alerts = new HashMap<>();

  Changes take() {
    Changes changes = new Changes(runs, usage, ops, plans, alerts);
    runs.clear();
    usage.clear();
    ops.clear();
    plans.clear();
    alerts.clear();
    return changes;
  }
}
