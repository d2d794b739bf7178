package io.tidemark.analysis.system.xla;

import io.tidemark.analysis.line.Fact;
import io.tidemark.analysis.memory.RunOutput;
import io.tidemark.analysis.message.FactFigures;
import io.tidemark.analysis.message.MessageFact;
import io.tidemark.analysis.message.RowFact;
import io.tidemark.analysis.message.StatedMemory;
import io.tidemark.analysis.plan.Plans;
import io.tidemark.analysis.state.Section;
import io.tidemark.analysis.state.Stored;
import io.tidemark.analysis.system.RunContext;
import io.tidemark.analysis.system.SystemTracker;
import io.tidemark.analysis.system.xla.XlaDumpPlans.Target;
import io.tidemark.model.event.FailedAllocation;
import org.jspecify.annotations.Nullable;

/** Tracks the dumps, failures and allocators of one run. */
final class XlaTracker implements SystemTracker {

  /** The row below which a table follows. */
  private static final String RESERVATION = "reservation";

  /** The rows that repeat an allocator's failure. */
  private static final String TENSOR = "bfc-tensor";

  private final Plans plans;
  private final XlaDumpModule source;
  private State state = new State();

  /** What is stored beside the pages; the larger parts only if there is such a line. */
  @Stored
  private static final class State {
    private @Nullable XlaDumpTracker dump;
    private @Nullable XlaReport reports;
    private BfcTracker bfc = new BfcTracker();
    private StatedMemory stated = new StatedMemory();
  }

  XlaTracker(RunContext context) {
    plans = context.plans();
    source = XlaDumpModule.of(context.source());
  }

  /** A statistic of an allocator has no prefix, so it needs an open dump. */
  @Override
  public boolean expects(Fact fact, long line) {
    if (fact.format().equals(Xla.DUMP)) {
      return dump().expects(fact, source);
    }
    return !(fact instanceof RowFact row)
        || (row.fromLogger() ? state.bfc.expects(row) : report().expects(row, line));
  }

  @Override
  public void apply(Fact fact, RunOutput out) {
    if (fact.format().equals(Xla.DUMP)) {
      dump().apply(fact, to(out));
    } else if (fact instanceof MessageFact line) {
      message(line, out);
    } else if (fact instanceof RowFact row && row.fromLogger()) {
      state.bfc.apply(row, out);
    } else if (fact instanceof RowFact row) {
      report().apply(row, state.stated, plans, out);
    }
  }

  private void message(MessageFact fact, RunOutput out) {
    if (fact.message().name().startsWith(TENSOR)) {
      state.bfc.tensor(fact, out);
      return;
    }
    FailedAllocation failure = FactFigures.failure(fact);
    boolean waits = fact.message().name().equals(RESERVATION);
    report().begin(waits ? out.traced(failure) : failure, waits, state.stated, plans, out);
    boolean alone = failure.bank().bankBytes() == null && failure.bank().freePerBank() == null;
    if (!waits && !(alone && state.bfc.knows(FactFigures.needed(fact)))) {
      state.stated.failed(failure, out);
    }
  }

  private XlaDumpTracker dump() {
    if (state.dump == null) {
      state.dump = new XlaDumpTracker();
    }
    return state.dump;
  }

  private XlaReport report() {
    if (state.reports == null) {
      state.reports = new XlaReport();
    }
    return state.reports;
  }

  private Target to(RunOutput out) {
    return new Target(plans, source, out);
  }

  @Override
  public void rest(RunOutput out) {
    state.bfc.close(out);
    if (state.reports != null) {
      state.reports.settle(state.stated, out);
    }
    if (state.dump != null) {
      state.dump.rest(to(out));
    }
  }

  @Override
  public void end(RunOutput out) {
    state.bfc.close(out);
    report().settle(state.stated, out);
    dump().endModule(to(out));
    report().close(plans, out);
  }

  @Override
  public long weightBytes() {
    return state.dump == null ? 0 : state.dump.material().weightBytes();
  }

  @Override
  public Section<?> section() {
    return new Section<>(State.class, () -> state, stored -> state = stored);
  }

  @Override
  public void storePages(Pages pages) {
    if (state.dump != null) {
      state.dump.material().store(pages);
    }
  }

  @Override
  public void restorePage(byte[] page) {
    dump().material().restore(page);
  }
}
