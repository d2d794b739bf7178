package io.tidemark.analysis.track;

import io.tidemark.analysis.parse.TflmFact;
import io.tidemark.model.MemoryEvent;
import io.tidemark.model.MemoryEvent.Interval;
import java.util.function.Consumer;

/** TFLite Micro's plans: buffers, then the arena's map, whose first row ends the list. */
final class TflmTracker {

  private final Plans plans;
  private int open;

  TflmTracker(Plans plans) {
    this.plans = plans;
  }

  void take(TflmFact fact, At at, Consumer<MemoryEvent> events) {
    if (fact instanceof TflmFact.Buffer buffer) {
      buffer(buffer, at, events);
    } else {
      end("success", at);
    }
  }

  /** The open plan's list is over, or the log is. */
  void end(String how, At at) {
    PlanFigures plan = plans.at(open);
    if (plan != null) {
      plan.found(PlanOverlaps.of(plan.intervals()));
      plans.end(open, how, at);
    }
    open = Plans.NONE;
  }

  private void buffer(TflmFact.Buffer buffer, At at, Consumer<MemoryEvent> events) {
    if (buffer.id() == 0) {
      end("success", at);
    }
    if (plans.at(open) == null) {
      open = plans.begin(ZantTracker.MEMORY, 0, 1);
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
                at.offset(),
                at.timeMillis(),
                "",
                "",
                "buffer " + buffer.id(),
                "",
                "activation",
                buffer.firstUsed(),
                buffer.lastUsed(),
                false,
                buffer.offset(),
                buffer.bytes(),
                -1,
                buffer.offset() >= 0)));
  }

  void write(PartWriter out) {
    out.number(open);
  }

  void read(PartReader in) {
    open = in.count();
  }
}
