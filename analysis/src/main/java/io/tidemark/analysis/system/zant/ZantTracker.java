package io.tidemark.analysis.system.zant;

import io.tidemark.analysis.line.Fact;
import io.tidemark.analysis.memory.RunOutput;
import io.tidemark.analysis.plan.Plans;
import io.tidemark.analysis.state.Section;
import io.tidemark.analysis.system.SystemTracker;
import org.jspecify.annotations.Nullable;

/** Tracks the plans and allocators of one run. */
final class ZantTracker implements SystemTracker {

  private final ZantPlans plans;
  private ZantAllocators allocators = new ZantAllocators();

  private record State(@Nullable Long planningLine, ZantAllocators allocators) {}

  ZantTracker(Plans plans) {
    this.plans = new ZantPlans(plans);
  }

  @Override
  public boolean expects(Fact fact, long line) {
    return !(fact instanceof ZantFact zant) || plans.expects(zant, line);
  }

  @Override
  public void apply(Fact fact, RunOutput out) {
    if (fact instanceof ZantFact line) {
      plans.apply(line, out);
      allocators.apply(line, out);
    }
  }

  @Override
  public Section<?> section() {
    return new Section<>(
        State.class, () -> new State(plans.planningLine(), allocators), this::restore);
  }

  private void restore(State stored) {
    plans.planningAt(stored.planningLine());
    allocators = stored.allocators();
  }
}
