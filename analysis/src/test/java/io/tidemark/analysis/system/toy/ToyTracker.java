package io.tidemark.analysis.system.toy;

import io.tidemark.analysis.line.Fact;
import io.tidemark.analysis.memory.RunOutput;
import io.tidemark.analysis.plan.PlanFigures;
import io.tidemark.analysis.plan.Plans;
import io.tidemark.analysis.state.PartReader;
import io.tidemark.analysis.state.PartWriter;
import io.tidemark.analysis.system.SystemTracker;
import io.tidemark.model.MemoryView;
import io.tidemark.model.PlanState;

/** Each line is a snapshot; the sum of all uses is the reserved size of one plan. */
final class ToyTracker implements SystemTracker {

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
      plans.end(number, PlanState.COMPLETE, out.at());
    }
  }

  @Override
  public int version() {
    return 1;
  }

  @Override
  public void write(PartWriter section) {
    section.number(sum);
  }

  @Override
  public void read(PartReader section) {
    sum = section.number();
  }
}
