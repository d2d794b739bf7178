package io.tidemark.analysis;

import io.tidemark.model.Alert;
import io.tidemark.model.AlertKey;
import io.tidemark.model.MemoryKey;
import io.tidemark.model.MemoryTimeline;
import io.tidemark.model.MemoryUsage;
import io.tidemark.model.OpTable;
import io.tidemark.model.PlanKey;
import io.tidemark.model.PlanRecord;
import io.tidemark.model.RunId;
import io.tidemark.model.RunStatus;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

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

  /** Merges later changes into these: the later value wins per key, and the deleted runs add up. */
  Changes then(Changes later) {
    return new Changes(
        both(runs, later.runs),
        both(usage, later.usage),
        both(ops, later.ops),
        both(timelines, later.timelines),
        both(plans, later.plans),
        both(alerts, later.alerts),
        Stream.concat(gone.stream(), later.gone.stream()).toList());
  }

  /** Changes of plan pages only. */
  static Changes ofPlans(Map<PlanKey, PlanRecord> pages) {
    return new Changes(Map.of(), Map.of(), Map.of(), Map.of(), pages, Map.of(), List.of());
  }

  private static <K, V> Map<K, V> both(Map<K, V> earlier, Map<K, V> later) {
    Map<K, V> both = new HashMap<>(earlier);
    both.putAll(later);
    return both;
  }

  /** A copy without deleted runs. */
  Changes withoutGone() {
    return new Changes(runs, usage, ops, timelines, plans, alerts, List.of());
  }

  /** A copy without run states: only figures, plans and alerts. */
  Changes withoutRuns() {
    return new Changes(Map.of(), usage, ops, timelines, plans, alerts, List.of());
  }

  public boolean isEmpty() {
    return equals(NONE);
  }
}
