package io.tidemark.analysis.system.tpumlir;

import io.tidemark.analysis.memory.OpNameLimiter;
import io.tidemark.analysis.plan.PlanFigures;
import io.tidemark.analysis.plan.Plans;
import io.tidemark.analysis.state.PartReader;
import io.tidemark.analysis.state.PartWriter;
import io.tidemark.analysis.system.tpumlir.MemoryAccessFact.Access;
import io.tidemark.model.Extent;
import io.tidemark.model.Lifetime;
import io.tidemark.model.LogPosition;
import io.tidemark.model.MemoryEvent;
import io.tidemark.model.MemoryEvent.Interval;
import io.tidemark.model.PlanState;
import io.tidemark.model.PlannedBuffer;
import java.util.function.Consumer;

/**
 * Converts the accesses of a run to two plans, of global and of local memory. Each command is a
 * step, with the ranges that it reads and writes. Rows of a command are consecutive and have its
 * times. Use between two commands is unknown.
 */
final class MemoryAccesses {

  private final Table global;
  private final Table local;

  MemoryAccesses(Plans plans, LaneMemory lane) {
    global = new Table(plans, () -> plans.begin(GmemTracker.MEMORY, 0, 1));
    local = new Table(plans, lane::begin);
  }

  void apply(MemoryAccessFact fact, LogPosition at, Consumer<MemoryEvent> events) {
    if (fact instanceof Access access) {
      (access.local() ? local : global).apply(access, at, events);
    } else {
      end(at);
    }
  }

  /** Ends both plans; the log has no line after the last access. */
  void end(LogPosition at) {
    global.end(at);
    local.end(at);
  }

  void write(PartWriter out) {
    global.write(out);
    local.write(out);
  }

  void read(PartReader in) {
    global.read(in);
    local.read(in);
  }

  private static final class Table {

    /** Begins a plan and returns its number. */
    private interface Begin {
      int plan();
    }

    private final Plans plans;
    private final Begin begin;
    private int open;
    private int command = -1;
    private double from;
    private double to;

    private Table(Plans plans, Begin begin) {
      this.plans = plans;
      this.begin = begin;
    }

    private void apply(Access access, LogPosition at, Consumer<MemoryEvent> events) {
      if (plans.at(open) == null) {
        begin();
      }
      MemoryAccessFact.Span span = access.span();
      boolean another = span.startMicros() != from || span.endMicros() != to;
      if (command < 0 || another) {
        command++;
        from = span.startMicros();
        to = span.endMicros();
      }
      PlanFigures plan = plans.at(open);
      if (plan != null) {
        events.accept(plan.add(interval(access, at)));
      }
    }

    private void begin() {
      open = begin.plan();
      command = -1;
      PlanFigures plan = plans.at(open);
      if (plan != null) {
        plan.unite();
        plan.scatter();
        plan.name("accesses#" + plan.number, "");
      }
    }

    private Interval interval(Access access, LogPosition at) {
      return new Interval(
          at,
          "",
          "",
          new PlannedBuffer(
              OpNameLimiter.cut(access.what()),
              OpNameLimiter.cut(access.partition()),
              access.write() ? "write" : "read"),
          Lifetime.of(command, command),
          Extent.stated(access.address(), access.bytes()),
          true);
    }

    private void end(LogPosition at) {
      plans.end(open, PlanState.COMPLETE, at);
      open = Plans.NONE;
    }

    private void write(PartWriter out) {
      out.number(open).number(command).decimal(from).decimal(to);
    }

    private void read(PartReader in) {
      open = in.count();
      command = in.count();
      from = in.decimal();
      to = in.decimal();
    }
  }
}
