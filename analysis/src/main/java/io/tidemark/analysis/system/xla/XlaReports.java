package io.tidemark.analysis.system.xla;

import io.tidemark.analysis.memory.OpNameLimiter;
import io.tidemark.analysis.memory.RunOutput;
import io.tidemark.analysis.memory.Sizes;
import io.tidemark.analysis.message.StatedMemory;
import io.tidemark.analysis.plan.PlanFigures;
import io.tidemark.analysis.plan.Plans;
import io.tidemark.analysis.state.Stored;
import io.tidemark.analysis.system.xla.XlaLine.Kind;
import io.tidemark.model.event.BankBytes;
import io.tidemark.model.event.FailedAllocation;
import io.tidemark.model.event.FailedTensor;
import io.tidemark.model.event.MemoryView;
import io.tidemark.model.log.LogPosition;
import io.tidemark.model.plan.PlanSpace;
import io.tidemark.model.plan.PlanState;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Converts the report below a failure to a plan of one step: everything held at once, as parts and
 * their largest buffers. A report that is printed again is not reported again. A failed reservation
 * waits for the table below it, which states its memory and exact figures.
 *
 * <pre>
 *   head ─▶ armed ─ part, buffer ─▶ plan ─ part, buffer ─▶ new plan ─ next head ─▶ Intervals
 *   reservation ─▶ pending ─ capacity, rows ─▶ last row or another line ─▶ Snapshot, OutOfMemory
 * </pre>
 */
@Stored
final class XlaReports {

  /** Limit of buffers; reports list 15 or 20, and each one rebuilds the plan. */
  private static final int MOST = 96;

  /** Buffers, from the largest on, whose op may say what to do. */
  private static final int LARGEST = 3;

  /** An indented report without a failure above it is all that its file has. */
  private static final long FIRST_LINE = 1;

  private boolean armed;
  private boolean repeated;

  /** Head of the following parts; its kind is that of an end where none has a head. */
  private Kind section = Kind.END;

  private int number;
  private String memory = PlanSpace.UNNAMED;
  private long capacity;
  private long needed;
  private long cut;
  private XlaReportParts parts = new XlaReportParts();
  private @Nullable XlaReportBuffer buffer;
  private @Nullable FailedAllocation pending;
  private long pendingLine;
  private long held = -1;
  private long requested = -1;

  /** Whether the line is expected here: most such lines could occur in any other log. */
  boolean expects(XlaLine line, long number) {
    boolean begins = line.kind() == Kind.TOTAL && (line.name().isEmpty() || number == FIRST_LINE);
    return armed || line.kind() == Kind.DEBUGGING || begins;
  }

  /**
   * Begins the report of a failure.
   *
   * @param waits whether the failure is that of a reservation, which its table completes
   */
  void begin(
      FailedAllocation failure, boolean waits, StatedMemory stated, Plans plans, RunOutput out) {
    settle(stated, out);
    close(plans, out);
    armed = stated.isNew("report " + failure.memory() + failure.shortage(), out.line());
    repeated = !armed;
    BankBytes bank = failure.bank();
    memory = failure.memory();
    if (bank.bankBytes() != null && bank.neededPerBank() != null) {
      capacity = bank.bankBytes();
      needed = bank.neededPerBank();
    }
    pending = waits ? failure : null;
    pendingLine = out.line();
  }

  void apply(XlaLine line, StatedMemory stated, Plans plans, RunOutput out) {
    Kind kind = line.kind();
    if (kind != Kind.CAPACITY && kind != Kind.ROW) {
      settle(stated, out);
    }
    switch (kind) {
      case CAPACITY -> {
        memory = memory(line);
        capacity = Math.max(0, line.bytes());
        parts.countReserved();
      }
      case TOTAL, DEBUGGING -> {
        if (kind == Kind.DEBUGGING && number != Plans.NONE) {
          close(plans, out);
        }
        armed = !repeated;
        memory = kind == Kind.TOTAL ? memory(line) : memory;
        section = kind == Kind.TOTAL ? kind : section;
      }
      case PROGRAM -> section = kind;
      case PART -> {
        if (section != Kind.END && parts.add(section == Kind.PROGRAM, line)) {
          plan(plans, out.at());
        }
      }
      case ASSIGNED -> {
        parts.assign(line.name(), line.bytes());
        if (line.name().equals(XlaReportParts.TOTAL)) {
          needed = Math.max(0, line.bytes());
          plan(plans, out.at());
        }
      }
      case KEY -> {
        if (buffer != null) {
          buffer.apply(line);
        }
      }
      default -> {
        // A buffer ends at its rule; a cut buffer counts with the figures it has.
        ended(plans, out);
        section = Kind.END;
        buffer = kind == Kind.BUFFER ? new XlaReportBuffer(line) : null;
        if (kind == Kind.ROW) {
          row(line, stated, out);
        }
      }
    }
  }

  private static String memory(XlaLine line) {
    return OpNameLimiter.cut(line.word("memory").toUpperCase(Locale.ROOT));
  }

  private void row(XlaLine row, StatedMemory stated, RunOutput out) {
    switch (row.word("name")) {
      case "Currently allocated" -> held = Math.max(0, row.bytes());
      case "Program requirement" -> requested = Math.max(0, row.bytes());
      case "Available after request" -> settle(stated, out);
      default -> {}
    }
  }

  /** Reports the reservation that waits, with the figures of its table. */
  void settle(StatedMemory stated, RunOutput out) {
    FailedAllocation failure = pending;
    pending = null;
    if (failure != null) {
      stated.failed(capacity == 0 || held < 0 ? failure : exact(failure, out), pendingLine, out);
    }
    held = -1;
    requested = -1;
  }

  private FailedAllocation exact(FailedAllocation failure, RunOutput out) {
    Long rounded = failure.bank().neededPerBank();
    Long block = failure.bank().largestFreePerBank();
    long free = Math.max(0, capacity - held);
    long largest = Math.min(free, block == null ? free : block);
    out.stated(failure.device(), new MemoryView(memory, 1, capacity, held, free, largest));
    long bytes = requested >= 0 || rounded == null ? requested : rounded;
    BankBytes bank = BankBytes.stated(bytes, capacity, held, free, largest);
    return FailedAllocation.of(failure.device(), memory, bank, failure.where(), failure.during())
        .advised(failure.advice());
  }

  private void ended(Plans plans, RunOutput out) {
    final LogPosition at = out.at();
    XlaReportBuffer whole = buffer;
    buffer = null;
    PlanFigures plan = whole == null || whole.bytes() < 0 ? null : plan(plans, at);
    if (whole == null || plan == null) {
      return;
    }
    if (whole.number() <= LARGEST) {
      out.held(whole.op());
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

  void close(Plans plans, RunOutput out) {
    ended(plans, out);
    PlanFigures plan = plans.at(number);
    if (plan != null) {
      plan.intervals().forEach(out);
      plans.end(number, PlanState.FAILED, out.at());
    }
    armed = false;
    section = Kind.END;
    number = Plans.NONE;
    memory = PlanSpace.UNNAMED;
    capacity = 0;
    needed = 0;
    cut = 0;
    parts = new XlaReportParts();
  }
}
