package io.tidemark.analysis.system.tpumlir;

import static io.tidemark.analysis.system.tpumlir.PlacementKey.ADDR;
import static io.tidemark.analysis.system.tpumlir.PlacementKey.ALLOW_BANK_CONFLICT;
import static io.tidemark.analysis.system.tpumlir.PlacementKey.HOLD_IN_LMEM;
import static io.tidemark.analysis.system.tpumlir.PlacementKey.LMEM_TYPE;
import static io.tidemark.analysis.system.tpumlir.PlacementKey.ONE_LOOP;
import static io.tidemark.analysis.system.tpumlir.PlacementKey.OP_NAME;
import static io.tidemark.analysis.system.tpumlir.PlacementKey.OP_TYPE;
import static io.tidemark.analysis.system.tpumlir.PlacementKey.SHAPE_SECS;
import static io.tidemark.analysis.system.tpumlir.PlacementKey.SIZE;
import static io.tidemark.analysis.system.tpumlir.PlacementKey.STATUS;
import static io.tidemark.analysis.system.tpumlir.PlacementKey.STEP;
import static io.tidemark.analysis.system.tpumlir.PlacementKey.TAG;
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
import io.tidemark.model.plan.PlanState;
import org.jspecify.annotations.Nullable;

/**
 * Local-memory searches of a TPU-MLIR compilation. {@code lmem_spec} opens a plan, {@code
 * iteration_result} adds a buffer, {@code assignLmemAddr_finish} closes the plan. Without spec
 * lines a plan begins when the setting changes or a buffer repeats; with them, a record of another
 * setting is one of another search.
 */
@Stored
final class LmemTracker {

  static final String ACTION = "lmem_assign";

  private int open;
  private boolean fromSpec;

  void apply(KeyValueRecord record, LaneMemory memory, RunOutput out) {
    String step = record.value(STEP);
    if ("lmem_spec".equals(step)) {
      end(PlanState.TRUNCATED, memory, out.at());
      fromSpec = true;
      open = memory.begin(record);
    } else if ("assignLmemAddr_finish".equals(step)) {
      finish(record, memory, out.at());
    } else if ("iteration_result".equals(record.value(TAG))) {
      interval(record, memory, out);
    }
  }

  private void finish(KeyValueRecord record, LaneMemory memory, LogPosition at) {
    PlanFigures plan = memory.plans().at(open);
    if (plan != null) {
      LmemRecords.check(plan, record);
    }
    end("success".equals(record.value(TAG)) ? PlanState.SUCCESS : PlanState.FAILED, memory, at);
  }

  private void end(PlanState how, LaneMemory memory, LogPosition at) {
    memory.plans().end(open, how, at);
    open = Plans.NONE;
    fromSpec = false;
  }

  private void interval(KeyValueRecord record, LaneMemory memory, RunOutput out) {
    Interval interval = interval(record, out.at());
    PlanFigures plan = planOf(record, interval, memory);
    if (plan != null && plan.named() && !plan.setting().equals(setting(record))) {
      // Two compilations write to one log.
      out.contradicted();
      out.refused(
          record.valueFrom(record.last(SHAPE_SECS)) + 1,
          "%s of another search: the open one has %s".formatted(setting(record), plan.setting()));
    } else if (plan != null) {
      if (!plan.named()) {
        String secs = LmemRecords.text(record, SHAPE_SECS);
        plan.name("lmem#" + plan.number + " " + secs, setting(record));
      }
      out.accept(plan.add(interval));
    }
  }

  private static String setting(KeyValueRecord record) {
    return "shape_secs="
        + LmemRecords.text(record, SHAPE_SECS)
        + " allow_bank_conflict="
        + LmemRecords.text(record, ALLOW_BANK_CONFLICT);
  }

  private @Nullable PlanFigures planOf(
      KeyValueRecord record, Interval interval, LaneMemory memory) {
    PlanFigures plan = memory.plans().at(open);
    if (plan != null && !fromSpec && plan.named()) {
      if (!plan.setting().equals(setting(record)) || plan.holds(interval)) {
        end(PlanState.TRUNCATED, memory, interval.at());
        plan = null;
      }
    }
    if (plan == null && !fromSpec) {
      open = memory.begin();
      plan = memory.plans().at(open);
    }
    return plan;
  }

  private static Interval interval(KeyValueRecord record, LogPosition at) {
    return new Interval(
        at,
        "",
        LaneMemory.MEMORY,
        new PlannedBuffer(
            LmemRecords.text(record, OP_NAME),
            LmemRecords.text(record, OP_TYPE),
            LmemRecords.bufferClass(LmemRecords.text(record, LMEM_TYPE))),
        new Lifetime(
            (int) record.asLong(TIMESTEP_START).orElse(0),
            (int) record.asLong(TIMESTEP_END).orElse(0),
            flag(record, HOLD_IN_LMEM) && !flag(record, ONE_LOOP)),
        Extent.stated(record.asLong(ADDR).orElse(-1), record.asLong(SIZE).orElse(0)),
        "success".equals(record.value(STATUS)));
  }

  private static boolean flag(KeyValueRecord record, PlacementKey key) {
    return record.asLong(key).orElse(0) == 1;
  }
}
