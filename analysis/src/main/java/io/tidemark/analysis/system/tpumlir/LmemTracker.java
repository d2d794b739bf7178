package io.tidemark.analysis.system.tpumlir;

import io.tidemark.analysis.plan.PlanFigures;
import io.tidemark.analysis.plan.Plans;
import io.tidemark.analysis.state.PartReader;
import io.tidemark.analysis.state.PartWriter;
import io.tidemark.model.Extent;
import io.tidemark.model.Lifetime;
import io.tidemark.model.LogPosition;
import io.tidemark.model.MemoryEvent;
import io.tidemark.model.MemoryEvent.Interval;
import io.tidemark.model.PlanState;
import io.tidemark.model.PlannedBuffer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The local-memory searches of a TPU-MLIR compile: {@code lmem_spec} opens a plan, every {@code
 * iteration_result} adds a buffer, {@code assignLmemAddr_finish} closes it. Without spec lines a
 * plan begins when the setting changes or a buffer comes again.
 */
final class LmemTracker {

  private final Plans plans;
  private final LaneMemory memory;
  private int open;
  private boolean fromSpec;

  LmemTracker(Plans plans, LaneMemory memory) {
    this.plans = plans;
    this.memory = memory;
  }

  void apply(KeyValueRecord record, LogPosition at, Consumer<MemoryEvent> events) {
    if (!"lmem_assign".equals(record.first("action"))) {
      return;
    }
    String step = record.value("step");
    if ("lmem_spec".equals(step)) {
      end(PlanState.TRUNCATED, at);
      fromSpec = true;
      open = memory.begin(record);
    } else if ("assignLmemAddr_finish".equals(step)) {
      finish(record, at);
    } else if ("iteration_result".equals(record.value("tag"))) {
      interval(record, at, events);
    }
  }

  private void finish(KeyValueRecord record, LogPosition at) {
    PlanFigures plan = plans.at(open);
    if (plan != null) {
      LmemRecords.check(plan, record);
    }
    end("success".equals(record.value("tag")) ? PlanState.SUCCESS : PlanState.FAILED, at);
  }

  private void end(PlanState how, LogPosition at) {
    plans.end(open, how, at);
    open = Plans.NONE;
    fromSpec = false;
  }

  private void interval(KeyValueRecord record, LogPosition at, Consumer<MemoryEvent> events) {
    String secs = LmemRecords.text(record, "shape_secs");
    String setting =
        "shape_secs="
            + secs
            + " allow_bank_conflict="
            + LmemRecords.text(record, "allow_bank_conflict");
    Interval interval = interval(record, at);
    PlanFigures plan = planOf(setting, interval, at);
    if (plan != null) {
      if (!plan.named()) {
        plan.name("lmem#" + plan.number + " " + secs, setting);
      }
      events.accept(plan.add(interval));
    }
  }

  private @Nullable PlanFigures planOf(String setting, Interval interval, LogPosition at) {
    PlanFigures plan = plans.at(open);
    if (plan != null && !fromSpec && plan.named()) {
      if (!plan.setting().equals(setting) || plan.holds(interval)) {
        end(PlanState.TRUNCATED, at);
        plan = null;
      }
    }
    if (plan == null && !fromSpec) {
      open = memory.begin();
      plan = plans.at(open);
    }
    return plan;
  }

  private static Interval interval(KeyValueRecord record, LogPosition at) {
    return new Interval(
        at,
        "",
        LaneMemory.MEMORY,
        new PlannedBuffer(
            LmemRecords.text(record, "op_name"),
            LmemRecords.text(record, "op_type"),
            LmemRecords.bufferClass(LmemRecords.text(record, "lmem_type"))),
        new Lifetime(
            (int) record.asLong("timestep_start").orElse(0),
            (int) record.asLong("timestep_end").orElse(0),
            flag(record, "hold_in_lmem") && !flag(record, "one_loop")),
        Extent.stated(record.asLong("addr").orElse(-1), record.asLong("size").orElse(0)),
        "success".equals(record.value("status")));
  }

  private static boolean flag(KeyValueRecord record, String key) {
    return record.asLong(key).orElse(0) == 1;
  }

  void write(PartWriter out) {
    out.number(open).flag(fromSpec);
  }

  void read(PartReader in) {
    open = in.count();
    fromSpec = in.flag();
  }
}
