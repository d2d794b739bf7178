package io.tidemark.analysis.system.zant;

import io.tidemark.analysis.line.Fact;
import io.tidemark.analysis.memory.RunOutput;
import io.tidemark.analysis.plan.Plans;
import io.tidemark.analysis.state.PartReader;
import io.tidemark.analysis.state.PartWriter;
import io.tidemark.analysis.system.SystemTracker;
import io.tidemark.analysis.system.UnsectionedState;

/** Tracks the plans and allocators of one run. */
final class ZantTracker implements SystemTracker, UnsectionedState {

  private static final int VERSION = 2;

  /** First version, which stored the position of a line as a byte offset. */
  private static final int BY_OFFSET = 1;

  private final ZantPlans plans;
  private final ZantAllocators allocators = new ZantAllocators();

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
  public int version() {
    return VERSION;
  }

  @Override
  public int oldestVersion() {
    return BY_OFFSET;
  }

  @Override
  public void write(PartWriter section) {
    plans.write(section);
    allocators.write(section);
  }

  @Override
  public void read(PartReader section) {
    plans.read(section);
    if (section.version() == BY_OFFSET) {
      plans.forgetLine();
    }
    allocators.read(section);
  }

  @Override
  public void readPlans(PartReader in) {
    plans.read(in);
    plans.forgetLine();
  }

  @Override
  public void readDevices(PartReader in) {
    allocators.read(in);
  }
}
