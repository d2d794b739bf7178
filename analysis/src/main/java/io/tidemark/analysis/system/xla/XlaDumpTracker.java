package io.tidemark.analysis.system.xla;

import io.tidemark.analysis.plan.PlanFigures;
import io.tidemark.analysis.plan.Plans;
import io.tidemark.analysis.state.PartReader;
import io.tidemark.analysis.state.PartWriter;
import io.tidemark.analysis.system.xla.XlaDumpFact.Instruction;
import io.tidemark.analysis.system.xla.XlaDumpFact.LiveRange;
import io.tidemark.analysis.system.xla.XlaDumpFact.ProgramPoint;
import io.tidemark.analysis.system.xla.XlaDumpProgress.Missing;
import io.tidemark.analysis.system.xla.XlaDumpProgress.Section;
import io.tidemark.model.LogPosition;
import io.tidemark.model.MemoryEvent;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Tracks the dump files of XLA modules, which come in any order. A file of a kind that the module
 * already has begins the next module. Plans are published as soon as the allocations are known, and
 * again when further files add live ranges or op names. An incomplete plan stays open, with
 * findings about its missing parts. Its intervals become events when the module ends.
 */
final class XlaDumpTracker {

  /** Entries that may be joined again per line: a join at each line would take quadratic time. */
  private static final long JOINED_PER_LINE = 16;

  private final XlaDumpPlans plans;
  private final XlaDumpMaterial material = new XlaDumpMaterial();
  private final XlaDumpProgress progress = new XlaDumpProgress();
  private final XlaSpaceTotals totals = new XlaSpaceTotals();
  private int module;
  private int max;
  private int peakStep = -1;
  private long peakBytes;
  private boolean changed;
  private long joinable;

  /** Missing parts when the plans were last settled; {@code null} if they must be settled again. */
  private @Nullable Set<Missing> published;

  XlaDumpTracker(Plans plans, String source) {
    this.plans = new XlaDumpPlans(plans, XlaDumpModule.of(source));
  }

  /** Whether the line is expected here: half of such lines could occur in any other log. */
  boolean expects(XlaDumpFact fact) {
    if (fact instanceof XlaDumpFact.Allocation || fact instanceof XlaDumpFact.Value) {
      return progress.section() == Section.ASSIGNMENT;
    }
    if (fact instanceof XlaDumpFact.ValueHead || fact instanceof Instruction) {
      return progress.section() == Section.VALUES;
    }
    return progress.section() == Section.LIVE_RANGE
        || fact instanceof XlaDumpFact.AssignmentStarted
        || fact instanceof XlaDumpFact.LiveRangeStarted
        || fact instanceof XlaDumpFact.ValuesStarted
        || (!progress.nothingSeen()
            && (fact instanceof XlaDumpFact.Space
                || fact instanceof XlaDumpFact.SpaceTotal
                || fact instanceof XlaDumpFact.TotalBytes));
  }

  void apply(XlaDumpFact fact, LogPosition at, Consumer<MemoryEvent> events) {
    joinable += JOINED_PER_LINE;
    if (fact instanceof XlaDumpFact.AssignmentStarted) {
      begin(Section.ASSIGNMENT, at, events);
    } else if (fact instanceof XlaDumpFact.ValuesStarted) {
      begin(Section.VALUES, at, events);
    } else if (fact instanceof XlaDumpFact.LiveRangeStarted started) {
      begin(Section.LIVE_RANGE, at, events);
      max = started.max();
    } else if (fact instanceof XlaDumpFact.TotalBytes total) {
      progress.onTotal(total.bytes());
      join(at);
    } else if (fact instanceof XlaDumpFact.Space space) {
      progress.leave();
      totals.begin(space.color());
      join(at);
    } else if (fact instanceof XlaDumpFact.SpaceTotal total) {
      changed |= totals.add(total.bytes());
      joinWhenComplete(at);
    } else {
      line(fact, at);
    }
    publishMissing(at);
  }

  private void begin(Section next, LogPosition at, Consumer<MemoryEvent> events) {
    if (progress.isAnother(next)) {
      endModule(at, events);
    } else {
      join(at);
    }
    if (progress.nothingSeen()) {
      module++;
    }
    progress.begin(next);
  }

  /** Records a line within a file. */
  private void line(XlaDumpFact fact, LogPosition at) {
    progress.count(fact);
    switch (progress.section()) {
      case LIVE_RANGE -> liveRange(fact, at);
      case VALUES -> {
        if (fact instanceof Instruction instruction) {
          describe(instruction, at);
        }
      }
      default -> {
        keep(fact);
        joinWhenComplete(at);
      }
    }
  }

  private void keep(XlaDumpFact fact) {
    material.add(fact);
    changed = true;
  }

  private void describe(Instruction instruction, LogPosition at) {
    if (instruction.op() != null || instruction.opcode() != null) {
      keep(instruction);
    }
    joinWhenComplete(at);
  }

  private void liveRange(XlaDumpFact fact, LogPosition at) {
    if (fact instanceof LiveRange || fact instanceof ProgramPoint) {
      keep(fact);
    } else if (fact instanceof XlaDumpFact.LogicalPeak peak) {
      peakStep = peak.step();
      peakBytes = 0;
      join(at);
    } else if (fact instanceof XlaDumpFact.LogicalPeakBuffer buffer) {
      peakBytes += buffer.bytes();
      changed = true;
    } else if (fact instanceof XlaDumpFact.LogicalPeakTotal total) {
      peakBytes = total.bytes();
      changed = true;
      join(at);
    }
  }

  /** Joins when both lists of values have the same length, since files state no end. */
  private void joinWhenComplete(LogPosition at) {
    if (progress.valuesAgree()) {
      join(at);
    }
  }

  /** Rebuilds the plans from all facts, unless a join was too recent. */
  private void join(LogPosition at) {
    if (joinable >= material.entries().size()) {
      joinAll(at);
    }
  }

  /** Rebuilds the plans from all facts; incomplete plans stay open. */
  private void joinAll(LogPosition at) {
    if (!changed || !progress.seen(Section.ASSIGNMENT)) {
      return;
    }
    changed = false;
    published = null;
    joinable = Math.max(0, joinable - material.entries().size());
    XlaDumpJoin join = new XlaDumpJoin(material.entries(), max, plans.platform(), at);
    plans.replace(join, totals.byColor(), material.cut(), module, at);
    PlanFigures main = plans.of(0);
    if (main != null && peakStep >= 0) {
      main.logicalPeak(peakBytes, peakStep / join.pointsPerStep());
    }
  }

  /** Updates the findings about missing parts; complete plans become a success. */
  private void publishMissing(LogPosition at) {
    Set<Missing> missing = progress.missing();
    if (!plans.isEmpty() && !missing.equals(published)) {
      published = missing;
      plans.settle(missing, at);
    }
  }

  /** Ends the module. */
  void endModule(LogPosition at, Consumer<MemoryEvent> events) {
    joinAll(at);
    plans.end(progress.missing(), at, events);
    material.clear();
    progress.clear();
    totals.clear();
    published = null;
    max = 0;
    peakStep = -1;
    peakBytes = 0;
    changed = false;
    joinable = 0;
  }

  /** Approximate heap use in bytes. */
  long weightBytes() {
    return material.weightBytes();
  }

  void store(XlaDumpMaterial.Parts parts) {
    material.store(parts);
  }

  void restore(byte[] page) {
    material.restore(page);
  }

  void write(PartWriter out) {
    progress.write(out);
    out.number(module).number(max).number(peakStep);
    out.number(peakBytes).flag(changed);
    plans.write(out);
    out.number(joinable);
    material.write(out);
  }

  /** Writes the part that version 1 of the section lacks. */
  void writeTotals(PartWriter out) {
    totals.write(out);
  }

  void readTotals(PartReader in) {
    totals.read(in);
  }

  void read(PartReader in) {
    progress.read(in);
    module = in.count();
    max = in.count();
    peakStep = in.count();
    peakBytes = in.number();
    changed = in.flag();
    plans.read(in);
    joinable = in.number();
    material.read(in);
  }
}
