package io.tidemark.analysis.system.toy;

import io.tidemark.analysis.line.Fact;
import io.tidemark.analysis.memory.RunOutput;
import io.tidemark.analysis.plan.PlanFigures;
import io.tidemark.analysis.plan.Plans;
import io.tidemark.analysis.state.Section;
import io.tidemark.analysis.system.SystemTracker;
import io.tidemark.model.event.MemoryView;
import io.tidemark.model.plan.PlanState;

/** Each line is a snapshot; the sum of all uses is the reserved size of one plan. */
final class ToyTracker implements SystemTracker {

  private record State(long sum) {}

  private final Plans plans;
  private long sum;

  ToyTracker(Plans plans) {
    this.plans = plans;
  }

  @Override
  public void apply(Fact fact, RunOutput out) {
    if (fact instanceof ToyFact line) {
      sum += line.usedBytes();
      long free = line.capacityBytes() - line.usedBytes();
      out.stated(
          line.device(),
          new MemoryView("TOY", 1, line.capacityBytes(), line.usedBytes(), free, free));
    }
  }

  @Override
  public void end(RunOutput out) {
    int number = plans.begin("TOY", 0, 1);
    PlanFigures plan = plans.at(number);
    if (plan != null) {
      plan.name("toy", "");
      plan.reserve(sum);
      plans.end(number, PlanState.SUCCESS, out.at());
    }
  }

  @Override
  public Section<?> section() {
    return new Section<>(State.class, () -> new State(sum), state -> sum = state.sum());
  }
}
