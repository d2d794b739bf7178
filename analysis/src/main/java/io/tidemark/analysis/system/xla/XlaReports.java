package io.tidemark.analysis.system.xla;

import io.tidemark.analysis.memory.OpNameLimiter;
import io.tidemark.analysis.plan.PlanFigures;
import io.tidemark.analysis.plan.Plans;
import io.tidemark.analysis.state.PartReader;
import io.tidemark.analysis.state.PartWriter;
import io.tidemark.analysis.system.xla.XlaOomFact.Buffer;
import io.tidemark.analysis.system.xla.XlaOomFact.Exceeded;
import io.tidemark.analysis.system.xla.XlaOomFact.Part;
import io.tidemark.analysis.system.xla.XlaOomFact.Rematerialized;
import io.tidemark.analysis.system.xla.XlaOomFact.Statistic;
import io.tidemark.analysis.system.xla.XlaOomFact.Unreservable;
import io.tidemark.model.FindingKind;
import io.tidemark.model.LogPosition;
import io.tidemark.model.MemoryEvent;
import io.tidemark.model.PlanRecord.Finding;
import io.tidemark.model.PlanState;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Converts the report below a failure to a plan of one step: everything held at once, as parts and
 * their largest buffers. A report that is printed again is not reported again.
 *
 * <pre>
 *   head ─▶ armed ─ part, buffer ─▶ plan ─ part, buffer ─▶ new plan ─ next head ─▶ Intervals
 * </pre>
 */
final class XlaReports {

  /** What the following parts belong to. */
  private enum Section {
    NONE,
    TOTAL,
    PROGRAM
  }

  /** Limit of buffers; reports list 15 or 20, and each one rebuilds the plan. */
  private static final int MOST = 96;

  private final Plans plans;
  private final Repeats repeats = new Repeats();
  private boolean armed;
  private boolean repeated;
  private Section section = Section.NONE;
  private int number;
  private String memory = XlaFailures.UNNAMED;
  private long capacity;
  private long needed;
  private long cut;
  private XlaReportParts parts = new XlaReportParts();
  private @Nullable XlaReportBuffer buffer;

  XlaReports(Plans plans) {
    this.plans = plans;
  }

  /** Whether the line is expected here: most such lines could occur in any other log. */
  boolean expects(XlaOomFact fact) {
    return armed || isHead(fact) || fact instanceof Rematerialized;
  }

  private static boolean isHead(XlaOomFact fact) {
    return fact instanceof Exceeded
        || fact instanceof Unreservable
        || fact instanceof XlaOomFact.Unallocatable
        || fact instanceof XlaOomFact.Debugging
        || fact instanceof XlaOomFact.Total;
  }

  void apply(XlaOomFact fact, LogPosition at, Consumer<MemoryEvent> events) {
    if (fact instanceof Exceeded line) {
      begin(line.memory() + ' ' + line.neededBytes() + ' ' + line.limitBytes(), at, events);
      memory = OpNameLimiter.cut(line.memory());
      capacity = line.limitBytes();
      needed = line.neededBytes();
    } else if (fact instanceof Unreservable line) {
      begin(line.neededBytes() + " beside " + line.freeBytes(), at, events);
    } else if (fact instanceof XlaOomFact.Unallocatable line) {
      begin("" + line.neededBytes(), at, events);
    } else if (fact instanceof Rematerialized line) {
      rematerialized(line, at);
    } else if (fact instanceof XlaOomFact.Capacity line) {
      memory = OpNameLimiter.cut(line.memory());
      capacity = line.bytes();
      parts.countReserved();
    } else if (fact instanceof XlaOomFact.Total line) {
      armed = !repeated;
      section = Section.TOTAL;
      memory = OpNameLimiter.cut(line.memory());
    } else if (fact instanceof XlaOomFact.Debugging) {
      if (number != Plans.NONE) {
        close(at, events);
      }
      armed = !repeated;
    } else {
      body(fact, at);
    }
  }

  private void body(XlaOomFact fact, LogPosition at) {
    if (fact instanceof XlaOomFact.Program) {
      section = Section.PROGRAM;
    } else if (fact instanceof Part part) {
      if (section != Section.NONE && parts.add(section == Section.PROGRAM, part)) {
        plan(at);
      }
    } else if (fact instanceof Statistic statistic) {
      if (statistic.name().equals("total allocation")) {
        needed = Math.max(0, statistic.bytes());
      }
    } else if (fact instanceof XlaOomFact.Key key) {
      if (buffer != null) {
        buffer.apply(key);
      }
    } else {
      // A buffer ends at its rule; a cut buffer counts with the figures it has.
      ended(at);
      section = Section.NONE;
      buffer =
          fact instanceof Buffer line ? new XlaReportBuffer(line.number(), line.bytes()) : null;
    }
  }

  private void begin(String key, LogPosition at, Consumer<MemoryEvent> events) {
    close(at, events);
    armed = repeats.isNew(key);
    repeated = !armed;
  }

  /** Completes the open buffer. */
  private void ended(LogPosition at) {
    XlaReportBuffer whole = buffer;
    buffer = null;
    PlanFigures plan = whole == null || whole.bytes() < 0 || !armed ? null : plan(at);
    if (whole == null || plan == null) {
      return;
    }
    if (plan.intervals().size() < MOST) {
      plan.add(whole.interval(at));
    } else {
      cut++;
    }
    plan(at);
  }

  /** Rebuilds the plan; {@code null} above the limit of plans. */
  private @Nullable PlanFigures plan(LogPosition at) {
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
      plan.replace(parts.around(plan.intervals(), at), cut, at);
      plan.end(PlanState.FAILED, at);
    }
    return plan;
  }

  private void rematerialized(Rematerialized line, LogPosition at) {
    if (!repeats.isNew(line.limitBytes() + " from " + line.fromBytes())) {
      return;
    }
    int warned = plans.begin(XlaFailures.UNNAMED, line.limitBytes(), 1);
    PlanFigures plan = plans.at(warned);
    if (plan != null) {
      plan.name("xla-rematerialization#" + warned, "");
      plan.reserve(line.reducedBytes());
      String what =
          "reduced from %d to %d B, above its limit of %d B"
              .formatted(line.fromBytes(), line.reducedBytes(), line.limitBytes());
      plan.found(List.of(new Finding(FindingKind.STILL_TOO_LARGE, what)));
      plans.end(warned, PlanState.FAILED, at);
    }
  }

  /** Ends the report. */
  void close(LogPosition at, Consumer<MemoryEvent> events) {
    ended(at);
    PlanFigures plan = plans.at(number);
    if (plan != null) {
      plan.intervals().forEach(events);
      plans.end(number, PlanState.FAILED, at);
    }
    armed = false;
    section = Section.NONE;
    number = Plans.NONE;
    memory = XlaFailures.UNNAMED;
    capacity = 0;
    needed = 0;
    cut = 0;
    parts = new XlaReportParts();
  }

  void write(PartWriter out) {
    repeats.write(out);
    out.flag(armed).flag(repeated).text(section.name()).number(number);
    out.text(memory).number(capacity).number(needed).number(cut);
    parts.write(out);
    XlaReportBuffer open = buffer;
    out.flag(open != null);
    if (open != null) {
      open.write(out);
    }
  }

  void read(PartReader in) {
    repeats.read(in);
    armed = in.flag();
    repeated = in.flag();
    section = Section.valueOf(in.word());
    number = in.count();
    memory = in.word();
    capacity = in.number();
    needed = in.number();
    cut = in.number();
    parts.read(in);
    buffer = in.flag() ? XlaReportBuffer.read(in) : null;
  }
}
