package io.tidemark.analysis.system.tpumlir;

import io.tidemark.analysis.memory.OpNameLimiter;
import io.tidemark.analysis.memory.RunOutput;
import io.tidemark.analysis.plan.PlanFigures;
import io.tidemark.analysis.plan.Plans;
import io.tidemark.analysis.state.Stored;
import io.tidemark.analysis.system.tpumlir.MemoryAccessFact.Access;
import io.tidemark.analysis.system.tpumlir.MemoryAccessFact.Span;
import io.tidemark.model.event.Extent;
import io.tidemark.model.event.Lifetime;
import io.tidemark.model.event.MemoryEvent.Interval;
import io.tidemark.model.event.PlannedBuffer;
import io.tidemark.model.log.LogPosition;
import io.tidemark.model.plan.PlanState;
import org.jspecify.annotations.Nullable;

/**
 * Converts the accesses of a run to two plans, of global and of local memory. Each command is a
 * step, with the ranges that it reads and writes. Rows of a command are consecutive and have its
 * times. Use between two commands is unknown.
 */
@Stored
final class MemoryAccesses {

  private Table global = new Table();
  private Table local = new Table();

  void apply(MemoryAccessFact fact, LaneMemory lane, RunOutput out) {
    if (fact instanceof Access access) {
      (access.local() ? local : global).apply(access, lane, out);
    } else {
      end(lane.plans(), out.at());
    }
  }

  /** Ends both plans; the log has no line after the last access. */
  void end(Plans plans, LogPosition at) {
    global.end(plans, at);
    local.end(plans, at);
  }

  @Stored
  private static final class Table {

    private int open;
    private int command = -1;
    private @Nullable Span span;

    private void apply(Access access, LaneMemory lane, RunOutput out) {
      Plans plans = lane.plans();
      if (plans.at(open) == null) {
        open = access.local() ? lane.begin() : plans.begin(GmemTracker.MEMORY, 0, 1);
        begun(plans.at(open));
      }
      if (command < 0 || !access.span().equals(span)) {
        command++;
        span = access.span();
      }
      PlanFigures plan = plans.at(open);
      if (plan != null) {
        out.accept(plan.add(interval(access, out.at())));
      }
    }

    private void begun(@Nullable PlanFigures plan) {
      command = -1;
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

    private void end(Plans plans, LogPosition at) {
      plans.end(open, PlanState.COMPLETE, at);
      open = Plans.NONE;
    }
  }
}
