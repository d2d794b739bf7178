package io.tidemark.analysis.system.xla;

import io.tidemark.analysis.memory.OpNameLimiter;
import io.tidemark.analysis.memory.RunOutput;
import io.tidemark.analysis.memory.Sizes;
import io.tidemark.analysis.message.RowFact;
import io.tidemark.analysis.message.StatedMemory;
import io.tidemark.analysis.plan.PlanFigures;
import io.tidemark.analysis.plan.Plans;
import io.tidemark.analysis.state.Stored;
import io.tidemark.model.event.BankBytes;
import io.tidemark.model.event.FailedAllocation;
import io.tidemark.model.event.FailedTensor;
import io.tidemark.model.event.MemoryView;
import io.tidemark.model.plan.PlanSpace;
import io.tidemark.model.plan.PlanState;
import java.util.Locale;
import java.util.Set;
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
final class XlaReport {

  private static final String HELD = "Currently allocated";
  private static final String ASKED = "Program requirement";

  /** The rows of a reservation's table that count. */
  private static final Set<String> ROWS = Set.of(HELD, ASKED);

  /** Limit of buffers; reports list 15 or 20, and each one rebuilds the plan. */
  private static final int MOST = 96;

  /** Buffers, from the largest on, whose op may say what to do. */
  private static final int LARGEST = 3;

  /** An indented report without a failure above it is all that its file has. */
  private static final long FIRST_LINE = 1;

  private boolean armed;
  private boolean repeated;

  /** Kind of the head of the following parts; empty where none has a head. */
  private String section = "";

  private int number;
  private String memory = PlanSpace.UNNAMED;
  private long capacity;
  private long cut;
  private XlaReportParts parts = new XlaReportParts();
  private @Nullable XlaRecord buffer;
  private @Nullable FailedAllocation pending;
  private long pendingLine;

  /** The rows of {@link #ROWS} below a reservation. */
  private XlaRecord table = new XlaRecord();

  /** Whether the line is expected here: most such lines could occur in any other log. */
  boolean expects(RowFact line, long number) {
    boolean begins = line.is("total") && (line.name().isEmpty() || number == FIRST_LINE);
    return armed || line.is("debugging") || begins;
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
    memory = failure.memory();
    Long size = failure.bank().bankBytes();
    Long needed = failure.bank().neededPerBank();
    if (size != null && needed != null) {
      capacity = size;
      parts.setTotal(needed);
    }
    pending = waits ? failure : null;
    pendingLine = out.line();
  }

  void apply(RowFact line, StatedMemory stated, Plans plans, RunOutput out) {
    String kind = line.kind();
    if (!kind.equals("capacity") && !kind.equals("row")) {
      settle(stated, out);
    }
    switch (kind) {
      case "capacity" -> {
        memory = memory(line);
        capacity = Math.max(0, line.bytes());
        parts.countReserved();
      }
      case "total" -> {
        armed = !repeated;
        memory = memory(line);
        section = kind;
      }
      case "debugging" -> {
        if (number != Plans.NONE) {
          close(plans, out);
        }
        armed = !repeated;
      }
      case "program" -> section = kind;
      case "part" -> {
        if (!section.isEmpty() && parts.add(section, line.word("name"), line.bytes())) {
          plan(plans, out);
        }
      }
      case "assigned" -> {
        if (line.name().equals("total")) {
          parts.setTotal(line.bytes());
          plan(plans, out);
        } else if (!line.name().isEmpty()) {
          parts.add(kind, line.name(), line.bytes());
        }
      }
      case "key" -> {
        if (buffer != null) {
          buffer.add(line);
        }
      }
      default -> {
        // A buffer ends at its rule; a cut buffer counts with the figures it has.
        ended(plans, out);
        section = "";
        if (kind.equals("buffer")) {
          buffer = new XlaRecord();
          buffer.add(line);
        } else if (kind.equals("row")) {
          if (ROWS.contains(line.word("name"))) {
            table.put(line.word("name"), Math.max(0, line.bytes()));
          }
          if (line.word("name").equals("Available after request")) {
            settle(stated, out);
          }
        }
      }
    }
  }

  private static String memory(RowFact line) {
    return OpNameLimiter.cut(line.word("memory").toUpperCase(Locale.ROOT));
  }

  /** Reports the reservation that waits, with the figures of its table. */
  void settle(StatedMemory stated, RunOutput out) {
    FailedAllocation failure = pending;
    long held = table.figure(HELD);
    if (failure != null) {
      boolean exact = capacity > 0 && held >= 0;
      stated.failed(exact ? exact(failure, held, out) : failure, pendingLine, out);
    }
    pending = null;
    table = new XlaRecord();
  }

  private FailedAllocation exact(FailedAllocation failure, long held, RunOutput out) {
    long free = Math.max(0, capacity - held);
    Long block = failure.bank().largestFreePerBank();
    long largest = block == null ? free : Math.min(free, block);
    MemoryView view = new MemoryView(memory, 1, capacity, held, free, largest);
    out.stated(failure.device(), view);
    long asked = table.figure(ASKED);
    Long rounded = failure.bank().neededPerBank();
    BankBytes bank = BankBytes.of(asked >= 0 || rounded == null ? asked : rounded, view);
    return FailedAllocation.of(failure.device(), memory, bank, failure.where(), failure.during())
        .advised(failure.advice());
  }

  private void ended(Plans plans, RunOutput out) {
    XlaReportBuffer whole = buffer == null ? null : new XlaReportBuffer(buffer);
    buffer = null;
    PlanFigures plan = whole == null || whole.bytes() < 0 ? null : plan(plans, out);
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
      plan.add(whole.interval(parts.untyped(plan.intervals()), out.at()));
    } else {
      cut++;
    }
    plan(plans, out);
  }

  private @Nullable PlanFigures plan(Plans plans, RunOutput out) {
    if (armed && number == Plans.NONE) {
      number = plans.begin(memory, capacity, 1);
    }
    PlanFigures plan = armed ? plans.at(number) : null;
    if (plan != null) {
      plan.name("xla-out-of-memory#" + number, "");
      plan.reserve(parts.total());
      plan.replace(parts.around(plan.intervals(), out.at()), cut, out.at());
      plan.end(PlanState.FAILED, out.at());
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
    section = "";
    number = Plans.NONE;
    memory = PlanSpace.UNNAMED;
    capacity = 0;
    cut = 0;
    parts = new XlaReportParts();
  }
}
