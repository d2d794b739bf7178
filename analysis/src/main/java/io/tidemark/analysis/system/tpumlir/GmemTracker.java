package io.tidemark.analysis.system.tpumlir;

import static io.tidemark.analysis.system.tpumlir.PlacementKey.END_ADDR;
import static io.tidemark.analysis.system.tpumlir.PlacementKey.LIVE_END;
import static io.tidemark.analysis.system.tpumlir.PlacementKey.LIVE_START;
import static io.tidemark.analysis.system.tpumlir.PlacementKey.LOC;
import static io.tidemark.analysis.system.tpumlir.PlacementKey.OP;
import static io.tidemark.analysis.system.tpumlir.PlacementKey.START_ADDR;
import static io.tidemark.analysis.system.tpumlir.PlacementKey.STEP;
import static io.tidemark.analysis.system.tpumlir.PlacementKey.TENSOR_SIZE;

import io.tidemark.analysis.memory.RunOutput;
import io.tidemark.analysis.plan.PlanFigures;
import io.tidemark.analysis.plan.Plans;
import io.tidemark.analysis.state.Stored;
import io.tidemark.model.event.Extent;
import io.tidemark.model.event.Lifetime;
import io.tidemark.model.event.MemoryEvent.Interval;
import io.tidemark.model.event.PlannedBuffer;
import io.tidemark.model.log.LogPosition;
import io.tidemark.model.plan.FindingKind;
import io.tidemark.model.plan.PlanRecord.Finding;
import io.tidemark.model.plan.PlanState;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Global memory (DDR) as assigned by TPU-MLIR's {@code gmem_allocator}. Weights come first and are
 * never freed. The other tensors follow, once for each method. Each method gives a plan. Its steps
 * are positions in the program; the log's last step of a tensor is exclusive.
 */
@Stored
final class GmemTracker {

  static final String ACTION = "assignGaddr";
  static final String MEMORY = "GMEM";
  private static final String WEIGHTS = "weight_static";

  /** The compiler marks an endless lifetime by the largest int or the largest unsigned int. */
  private static final long ENDLESS = Integer.MAX_VALUE;

  private int open;

  void apply(KeyValueRecord record, Plans plans, RunOutput out) {
    String method = LmemRecords.text(record, STEP);
    boolean weight = method.equals(WEIGHTS);
    Interval interval = interval(record, weight, out.at());
    PlanFigures plan = planOf(interval, weight ? "" : method, plans);
    if (plan == null) {
      return;
    }
    if (interval.firstStep() > interval.lastStep()) {
      plan.found(List.of(new Finding(FindingKind.UNTERMINATED, interval.buffer().name())));
    } else {
      out.accept(plan.add(interval));
    }
  }

  /**
   * Returns the plan of an interval, beginning it if needed.
   *
   * @param method empty for a weight
   */
  private @Nullable PlanFigures planOf(Interval interval, String method, Plans plans) {
    PlanFigures plan = plans.at(open);
    if (plan != null
        && (plan.holds(interval)
            || (!plan.setting().isEmpty() && !plan.setting().equals(method)))) {
      end(plans, interval.at());
    }
    if (plans.at(open) == null) {
      open = plans.begin(MEMORY, 0, 1);
    }
    plan = plans.at(open);
    if (plan != null && (!plan.named() || !plan.setting().equals(method))) {
      plan.unite();
      plan.scatter();
      plan.name("gmem#" + plan.number, method);
    }
    return plan;
  }

  private static Interval interval(KeyValueRecord record, boolean weight, LogPosition at) {
    long start = record.asLong(START_ADDR).orElse(0);
    long bytes = Math.max(0, record.asLong(END_ADDR).orElse(0) - start);
    long first = record.asLong(LIVE_START).orElse(0);
    long end = record.asLong(LIVE_END).orElse(0);
    return new Interval(
        at,
        "",
        MEMORY,
        new PlannedBuffer(
            LmemRecords.text(record, LOC),
            LmemRecords.text(record, OP),
            weight ? "weight" : "activation"),
        new Lifetime(
            (int) Math.min(first, ENDLESS - 1),
            end >= ENDLESS ? Lifetime.TO_THE_END : (int) (end - 1),
            weight),
        Extent.stated(start, record.asLong(TENSOR_SIZE).orElse(bytes)),
        true);
  }

  /** Ends the plan; the log has no line after the last tensor. */
  void end(Plans plans, LogPosition at) {
    plans.end(open, PlanState.COMPLETE, at);
    open = Plans.NONE;
  }
}
