package io.tidemark.analysis.system.xla;

import io.tidemark.analysis.line.Fact;
import io.tidemark.analysis.memory.RunOutput;
import io.tidemark.analysis.plan.Plans;
import io.tidemark.analysis.state.Section;
import io.tidemark.analysis.state.Stored;
import io.tidemark.analysis.system.RunContext;
import io.tidemark.analysis.system.SystemTracker;
import io.tidemark.analysis.system.xla.XlaDumpPlans.Target;

/** Tracks the dumps, failures and allocators of one run. */
final class XlaTracker implements SystemTracker {

  private final Plans plans;
  private final XlaDumpModule source;
  private State state = new State();

  /** What is stored beside the pages. */
  @Stored
  private static final class State {
    private XlaDumpTracker dump = new XlaDumpTracker();
    private XlaReports reports = new XlaReports();
    private BfcTracker bfc = new BfcTracker();
    private XlaFailures failures = new XlaFailures();
  }

  XlaTracker(RunContext context) {
    plans = context.plans();
    source = XlaDumpModule.of(context.source());
  }

  /** A statistic of an allocator has no prefix, so it needs an open dump. */
  @Override
  public boolean expects(Fact fact, long line) {
    if (fact instanceof XlaOomFact own) {
      return state.reports.expects(own);
    }
    if (fact instanceof XlaDumpFact own) {
      return state.dump.expects(own);
    }
    return !(fact instanceof BfcFact.StatLine) || state.bfc.inStatistics();
  }

  @Override
  public void apply(Fact fact, RunOutput out) {
    if (fact instanceof XlaDumpFact line) {
      state.dump.apply(line, to(out));
    } else if (fact instanceof XlaOomFact line) {
      state.reports.apply(line, plans, out);
      boolean known =
          line instanceof XlaOomFact.Unallocatable failed && state.bfc.knows(failed.neededBytes());
      if (!known) {
        state.failures.apply(line, out);
      }
    } else if (fact instanceof BfcFact line) {
      state.bfc.apply(line, out);
    }
  }

  private Target to(RunOutput out) {
    return new Target(plans, source, out);
  }

  @Override
  public void end(RunOutput out) {
    state.bfc.close(out);
    state.failures.close(out);
    state.dump.endModule(to(out));
    state.reports.close(plans, out);
  }

  @Override
  public long weightBytes() {
    return state.dump.weightBytes();
  }

  @Override
  public Section<?> section() {
    return new Section<>(State.class, () -> state, stored -> state = stored);
  }

  @Override
  public void storePages(Pages pages) {
    state.dump.material().store(pages);
  }

  @Override
  public void restorePage(byte[] page) {
    state.dump.material().restore(page);
  }
}
