package io.tidemark.sink.page;

import io.tidemark.model.memory.OpTable;
import io.tidemark.model.memory.OpUsage;
import io.tidemark.model.plan.PlanRecord;
import io.tidemark.sink.verdict.PlanOrder.NamedPlan;
import io.tidemark.sink.verdict.PlanVerdict;
import java.util.Comparator;
import java.util.List;
import tools.jackson.core.JsonGenerator;

/** Rows of the page's tables. */
final class TableRows {

  private static final Comparator<OpUsage> BY_GROWTH =
      Comparator.comparingLong(OpUsage::growthBytes).reversed().thenComparing(OpUsage::op);

  private TableRows() {}

  /** Ops that changed use, the largest growth first. */
  static List<OpUsage> byGrowth(OpTable table) {
    return table.ops().stream()
        .filter(op -> op.growthBytes() > 0 || op.change().freedBytes() > 0)
        .sorted(BY_GROWTH)
        .toList();
  }

  static void plan(JsonGenerator out, NamedPlan plan) {
    PlanRecord.Summary summary = plan.summary();
    out.writeStartObject();
    out.writeStringProperty("plan", plan.key().plan());
    out.writeStringProperty("memory", summary.memory());
    if (summary.attempt().setting() != null) {
      out.writeStringProperty("setting", summary.attempt().setting());
    }
    out.writeStringProperty("verdict", PlanVerdict.of(summary).words());
    out.writeNumberProperty("capacityBytes", summary.space().sizeBytes());
    out.writeNumberProperty("peakBytes", summary.peakBytes());
    out.writeNumberProperty("arenaBytes", summary.arenaBytes());
    out.writeNumberProperty("placed", summary.arena().placements().placed());
    out.writeNumberProperty("failed", summary.arena().placements().failed());
    out.writeEndObject();
  }
}
