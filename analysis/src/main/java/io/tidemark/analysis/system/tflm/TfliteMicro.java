package io.tidemark.analysis.system.tflm;

import io.tidemark.analysis.line.Fact;
import io.tidemark.analysis.line.LineFormat;
import io.tidemark.analysis.memory.RunOutput;
import io.tidemark.analysis.plan.PlanFigures;
import io.tidemark.analysis.plan.PlanOverlaps;
import io.tidemark.analysis.plan.Plans;
import io.tidemark.analysis.state.Section;
import io.tidemark.analysis.system.LogSystem;
import io.tidemark.analysis.system.RunContext;
import io.tidemark.analysis.system.SystemTracker;
import io.tidemark.model.event.Extent;
import io.tidemark.model.event.Lifetime;
import io.tidemark.model.event.MemoryEvent;
import io.tidemark.model.event.MemoryEvent.Interval;
import io.tidemark.model.event.PlannedBuffer;
import io.tidemark.model.log.LogPosition;
import io.tidemark.model.plan.PlanState;
import java.util.List;
import java.util.function.Consumer;

/** TFLite Micro's memory planner. */
public final class TfliteMicro implements LogSystem {

  static final String FORMAT = "tflite-micro";

  @Override
  public String name() {
    return FORMAT;
  }

  @Override
  public List<LineFormat> lineFormats() {
    return List.of(new TflmFormat(FORMAT));
  }

  @Override
  public SystemTracker newTracker(RunContext context) {
    return new TflmTracker(context.plans());
  }

  /** Tracks TFLite Micro's plans: a list of buffers, ended by the first row of the arena map. */
  private static final class TflmTracker implements SystemTracker {

    /** The only memory over which buffers are planned. */
    private static final String ARENA = "ARENA";

    private final Plans plans;
    private int open;

    private record State(int open) {}

    TflmTracker(Plans plans) {
      this.plans = plans;
    }

    @Override
    public void apply(Fact fact, RunOutput out) {
      if (fact instanceof TflmFact.Buffer buffer) {
        buffer(buffer, out.at(), out);
      } else {
        end(PlanState.COMPLETE, out.at());
      }
    }

    @Override
    public void end(RunOutput out) {
      end(PlanState.TRUNCATED, out.at());
    }

    private void end(PlanState how, LogPosition at) {
      PlanFigures plan = plans.at(open);
      if (plan != null) {
        plan.found(PlanOverlaps.of(plan.intervals()));
        plans.end(open, how, at);
      }
      open = Plans.NONE;
    }

    private void buffer(TflmFact.Buffer buffer, LogPosition at, Consumer<MemoryEvent> events) {
      if (buffer.id() == 0) {
        end(PlanState.COMPLETE, at);
      }
      if (plans.at(open) == null) {
        open = plans.begin(ARENA, 0, 1);
      }
      PlanFigures plan = plans.at(open);
      if (plan == null || buffer.firstUsed() < 0 || buffer.lastUsed() < buffer.firstUsed()) {
        return;
      }
      if (!plan.named()) {
        plan.name("tflite-micro#" + plan.number, "");
      }
      events.accept(
          plan.add(
              new Interval(
                  at,
                  "",
                  "",
                  new PlannedBuffer("buffer " + buffer.id(), "", "activation"),
                  Lifetime.of(buffer.firstUsed(), buffer.lastUsed()),
                  Extent.stated(buffer.offset(), buffer.bytes()),
                  buffer.offset() >= 0)));
    }

    @Override
    public Section<?> section() {
      return new Section<>(State.class, () -> new State(open), stored -> open = stored.open());
    }
  }
}
