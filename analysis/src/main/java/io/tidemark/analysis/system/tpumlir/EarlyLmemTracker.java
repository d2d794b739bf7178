package io.tidemark.analysis.system.tpumlir;

import static io.tidemark.analysis.system.tpumlir.PlacementKey.ADDR;
import static io.tidemark.analysis.system.tpumlir.PlacementKey.BUFFER_END;
import static io.tidemark.analysis.system.tpumlir.PlacementKey.OP;
import static io.tidemark.analysis.system.tpumlir.PlacementKey.OP_NAME;
import static io.tidemark.analysis.system.tpumlir.PlacementKey.OP_TYPE;
import static io.tidemark.analysis.system.tpumlir.PlacementKey.SIZE;
import static io.tidemark.analysis.system.tpumlir.PlacementKey.STEP;
import static io.tidemark.analysis.system.tpumlir.PlacementKey.TGT_POSITION;
import static io.tidemark.analysis.system.tpumlir.PlacementKey.TIMESTEP_END;
import static io.tidemark.analysis.system.tpumlir.PlacementKey.TIMESTEP_START;

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
 * Local-memory searches of compilers before May 2025 ({@code -debug-only=assign_lmem}). Early 2025
 * prints {@code action = assignLmemAddr} with the steps of a buffer. 2024 prints {@code action =
 * assign_lmem} with addresses only, so such a plan has one step. Neither prints a setting, so a try
 * begins where no memory is occupied.
 */
@Stored
final class EarlyLmemTracker {

  private int open;
  private boolean failed;

  void apply(String action, KeyValueRecord record, LaneMemory memory, RunOutput out) {
    LogPosition at = out.at();
    String step = record.value(STEP);
    if (step == null) {
      return;
    }
    if ("assignLmemAddr".equals(action)) {
      switch (step) {
        case "start_iteration" -> open = begins(record, memory, at) ? memory.begin(record) : open;
        case "allocated_memory" -> place(withSteps(record, at), memory, out);
        case "allocation_failed" -> fail(record, "op_name", memory);
        case "completed" -> complete(record, memory.plans(), at);
        default -> {}
      }
    } else if ("assign_lmem".equals(action)) {
      switch (step) {
        // The target starts at the end of the memory and is lowered.
        case "initial" ->
            open =
                begins(record, memory, at)
                    ? memory.begin(record.asLong(TGT_POSITION).orElse(0))
                    : open;
        case "set_lmem_addr" -> place(withoutSteps(record, at), memory, out);
        case "find_op_assign_failed", "op_assign_failed_in_loop_end" -> fail(record, "op", memory);
        case "final_assign_lmem_success" -> complete(record, memory.plans(), at);
        default -> {}
      }
    }
  }

  /** Whether a try begins: only the first such line of a try finds the memory empty. */
  private boolean begins(KeyValueRecord record, LaneMemory memory, LogPosition at) {
    boolean empty = record.asLong("lmem_occupy").orElse(-1) == 0;
    if (!empty && memory.plans().at(open) != null) {
      return false;
    }
    end(memory.plans(), at);
    return true;
  }

  private void place(Interval interval, LaneMemory memory, RunOutput out) {
    PlanFigures before = memory.plans().at(open);
    if (before != null && !interval.lifetime().wholeLoop() && before.holds(interval)) {
      end(memory.plans(), out.at());
    }
    PlanFigures plan = named(memory);
    if (plan != null) {
      out.accept(plan.add(interval));
    }
  }

  /** The compiler prints no lifetime of an unplaced buffer, and not always its size. */
  private void fail(KeyValueRecord record, String nameKey, LaneMemory memory) {
    PlanFigures plan = named(memory);
    if (plan != null) {
      failed = true;
      String size = LmemRecords.text(record, "required_size");
      String what = LmemRecords.text(record, nameKey);
      plan.found(
          List.of(
              new Finding(
                  FindingKind.NO_PLACE, size.isEmpty() ? what : what + ", " + size + " B")));
    }
  }

  private @Nullable PlanFigures named(LaneMemory memory) {
    if (memory.plans().at(open) == null) {
      open = memory.begin();
    }
    PlanFigures plan = memory.plans().at(open);
    if (plan != null && !plan.named()) {
      plan.name("lmem#" + plan.number, "");
    }
    return plan;
  }

  private void complete(KeyValueRecord record, Plans plans, LogPosition at) {
    PlanFigures plan = plans.at(open);
    if (plan != null) {
      LmemRecords.check(plan, record);
      plans.end(open, failed ? PlanState.FAILED : PlanState.SUCCESS, at);
    }
    end(plans, at);
  }

  /** Ends a try without an end line. */
  void end(Plans plans, LogPosition at) {
    plans.end(open, failed ? PlanState.FAILED : PlanState.TRUNCATED, at);
    open = Plans.NONE;
    failed = false;
  }

  private static Interval withSteps(KeyValueRecord record, LogPosition at) {
    return new Interval(
        at,
        "",
        "",
        new PlannedBuffer(
            LmemRecords.text(record, OP_NAME),
            "",
            LmemRecords.bufferClass(LmemRecords.text(record, OP_TYPE))),
        Lifetime.of(
            (int) record.asLong(TIMESTEP_START).orElse(0),
            (int) record.asLong(TIMESTEP_END).orElse(0)),
        Extent.stated(record.asLong(ADDR).orElse(-1), record.asLong(SIZE).orElse(0)),
        record.asLong(ADDR).orElse(-1) >= 0);
  }

  private static Interval withoutSteps(KeyValueRecord record, LogPosition at) {
    long address = record.asLong(TGT_POSITION).orElse(0);
    return new Interval(
        at,
        "",
        "",
        new PlannedBuffer(LmemRecords.text(record, OP), "", "other"),
        Lifetime.WHOLE_LOOP,
        Extent.stated(address, Math.max(0, record.asLong(BUFFER_END).orElse(0) - address)),
        true);
  }
}
