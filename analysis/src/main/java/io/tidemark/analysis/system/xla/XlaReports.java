package io.tidemark.analysis.system.xla;

import io.tidemark.analysis.memory.OpNameLimiter;
import io.tidemark.analysis.memory.RunOutput;
import io.tidemark.analysis.memory.Sizes;
import io.tidemark.analysis.plan.PlanFigures;
import io.tidemark.analysis.plan.Plans;
import io.tidemark.analysis.state.Stored;
import io.tidemark.analysis.system.xla.XlaOomFact.Buffer;
import io.tidemark.analysis.system.xla.XlaOomFact.Part;
import io.tidemark.analysis.system.xla.XlaOomFact.Statistic;
import io.tidemark.model.event.BankBytes;
import io.tidemark.model.event.FailedAllocation;
import io.tidemark.model.event.FailedTensor;
import io.tidemark.model.log.LogPosition;
import io.tidemark.model.plan.PlanSpace;
import io.tidemark.model.plan.PlanState;
import org.jspecify.annotations.Nullable;

/**
 * Converts the report below a failure to a plan of one step: everything held at once, as parts and
 * their largest buffers. A report that is printed again is not reported again.
 *
 * <pre>
 *   head ─▶ armed ─ part, buffer ─▶ plan ─ part, buffer ─▶ new plan ─ next head ─▶ Intervals
 * </pre>
 */
@Stored
final class XlaReports {

  /** What the following parts belong to. */
  private enum Section {
    NONE,
    TOTAL,
    PROGRAM
  }

  /** Limit of buffers; reports list 15 or 20, and each one rebuilds the plan. */
  private static final int MOST = 96;

  /** An indented report without a failure above it is all that its file has. */
  private static final long FIRST_LINE = 1;

  private final Repeats repeats = new Repeats();
  private boolean armed;
  private boolean repeated;
  private Section section = Section.NONE;
  private int number;
  private String memory = PlanSpace.UNNAMED;
  private long capacity;
  private long needed;
  private long cut;
  private XlaReportParts parts = new XlaReportParts();
  private @Nullable XlaReportBuffer buffer;

  /** Whether the line is expected here: most such lines could occur in any other log. */
  boolean expects(XlaOomFact fact, long line) {
    return armed
        || fact instanceof XlaOomFact.Debugging
        || (fact instanceof XlaOomFact.Total total && (!total.indented() || line == FIRST_LINE));
  }

  void apply(XlaOomFact fact, Plans plans, RunOutput out) {
    if (fact instanceof XlaOomFact.Capacity line) {
      memory = OpNameLimiter.cut(line.memory());
      capacity = line.bytes();
      parts.countReserved();
    } else if (fact instanceof XlaOomFact.Total line) {
      armed = !repeated;
      section = Section.TOTAL;
      memory = OpNameLimiter.cut(line.memory());
    } else if (fact instanceof XlaOomFact.Debugging) {
      if (number != Plans.NONE) {
        close(plans, out);
      }
      armed = !repeated;
    } else {
      body(fact, plans, out);
    }
  }

  private void body(XlaOomFact fact, Plans plans, RunOutput out) {
    LogPosition at = out.at();
    if (fact instanceof XlaOomFact.Program) {
      section = Section.PROGRAM;
    } else if (fact instanceof Part part) {
      if (section != Section.NONE && parts.add(section == Section.PROGRAM, part)) {
        plan(plans, at);
      }
    } else if (fact instanceof Statistic statistic) {
      if (statistic.name().equals("total allocation")) {
        needed = Math.max(0, statistic.bytes());
        plan(plans, at);
      } else {
        parts.add(statistic);
      }
    } else if (fact instanceof XlaOomFact.Key key) {
      if (buffer != null) {
        buffer.apply(key);
      }
    } else {
      // A buffer ends at its rule; a cut buffer counts with the figures it has.
      ended(plans, out);
      section = Section.NONE;
      buffer =
          fact instanceof Buffer line ? new XlaReportBuffer(line.number(), line.bytes()) : null;
    }
  }

  /** Begins the report of a failure. */
  void begin(FailedAllocation failure, Plans plans, RunOutput out) {
    close(plans, out);
    armed = repeats.isNew(failure.memory() + failure.shortage());
    repeated = !armed;
    BankBytes bank = failure.bank();
    memory = failure.memory();
    if (bank.bankBytes() != null && bank.neededPerBank() != null) {
      capacity = bank.bankBytes();
      needed = bank.neededPerBank();
    }
  }

  /** Completes the open buffer. */
  private void ended(Plans plans, RunOutput out) {
    final LogPosition at = out.at();
    XlaReportBuffer whole = buffer;
    buffer = null;
    PlanFigures plan = whole == null || whole.bytes() < 0 || !armed ? null : plan(plans, at);
    if (whole == null || plan == null) {
      return;
    }
    FailedTensor tensor = whole.tensor();
    if (tensor != null) {
      out.failedOf(tensor, Sizes.rounding(tensor.bytes()));
    }
    if (plan.intervals().size() < MOST) {
      plan.add(whole.interval(parts.untyped(plan.intervals(), needed), at));
    } else {
      cut++;
    }
    plan(plans, at);
  }

  /** Rebuilds the plan; {@code null} above the limit of plans. */
  private @Nullable PlanFigures plan(Plans plans, LogPosition at) {
    if (!armed) {
      return null;
    }
    if (number == Plans.NONE) {
      number = plans.begin(memory, capacity, 1);
    }
    PlanFigures plan = plans.at(number);
    if (plan != null) {
      plan.name("xla-out-of-memory#" + number, "");
      plan.reserve(needed);
      plan.replace(parts.around(plan.intervals(), needed, at), cut, at);
      plan.end(PlanState.FAILED, at);
    }
    return plan;
  }

  /** Ends the report. */
  void close(Plans plans, RunOutput out) {
    ended(plans, out);
    PlanFigures plan = plans.at(number);
    if (plan != null) {
      plan.intervals().forEach(out);
      plans.end(number, PlanState.FAILED, out.at());
    }
    armed = false;
    section = Section.NONE;
    number = Plans.NONE;
    memory = PlanSpace.UNNAMED;
    capacity = 0;
    needed = 0;
    cut = 0;
    parts = new XlaReportParts();
  }
}
