package io.tidemark.analysis.track;

import io.tidemark.analysis.parse.XlaDumpFact;
import io.tidemark.analysis.parse.XlaDumpFact.Instruction;
import io.tidemark.analysis.parse.XlaDumpFact.LiveRange;
import io.tidemark.analysis.parse.XlaDumpFact.Value;
import io.tidemark.model.MemoryEvent;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The dump files of XLA modules, one after another in any order. A file of a kind that the module
 * has already begins the next module. The plans of a module stand as soon as its allocations and
 * live ranges are told, and anew when another file of it adds op names; its intervals are told as
 * events once nothing more can come to it.
 */
final class XlaDumpTracker {

  /** Which file the lines are of. */
  private enum Section {
    NONE,
    ASSIGNMENT,
    VALUES,
    LIVE_RANGE
  }

  /** Entries that a line may join again: lines made to join at each would take quadratic time. */
  private static final long JOINED_PER_LINE = 16;

  private final Plans plans;
  private final XlaDumpModule source;
  private final XlaDumpMaterial material = new XlaDumpMaterial();
  private final Map<Integer, Integer> planOfColor = new TreeMap<>();
  private Section section = Section.NONE;
  private final Set<Section> seen = EnumSet.noneOf(Section.class);
  private int module;
  private int max;
  private int peakStep = -1;
  private long peakBytes;
  private long values;
  private long heads;
  private boolean changed;
  private long joinable;
  private long assigned;

  /** What a file states of its module's allocations before it begins; −1 when it does not. */
  private long stated = -1;

  XlaDumpTracker(Plans plans, String source) {
    this.plans = plans;
    this.source = XlaDumpModule.of(source);
  }

  /** Whether such a line may stand here: half of them could stand in any other log. */
  boolean expects(XlaDumpFact fact) {
    if (fact instanceof XlaDumpFact.Allocation || fact instanceof Value) {
      return section == Section.ASSIGNMENT;
    }
    if (fact instanceof XlaDumpFact.ValueHead || fact instanceof Instruction) {
      return section == Section.VALUES;
    }
    return section == Section.LIVE_RANGE
        || fact instanceof XlaDumpFact.AssignmentStarted
        || fact instanceof XlaDumpFact.LiveRangeStarted
        || fact instanceof XlaDumpFact.ValuesStarted
        || (!seen.isEmpty()
            && (fact instanceof XlaDumpFact.Space || fact instanceof XlaDumpFact.TotalBytes));
  }

  void take(XlaDumpFact fact, At at, Consumer<MemoryEvent> events) {
    joinable += JOINED_PER_LINE;
    if (fact instanceof XlaDumpFact.AssignmentStarted) {
      begin(Section.ASSIGNMENT, at, events);
    } else if (fact instanceof XlaDumpFact.ValuesStarted) {
      begin(Section.VALUES, at, events);
    } else if (fact instanceof XlaDumpFact.LiveRangeStarted started) {
      begin(Section.LIVE_RANGE, at, events);
      max = started.max();
    } else if (fact instanceof XlaDumpFact.Space || fact instanceof XlaDumpFact.TotalBytes) {
      section = Section.NONE;
      stated = fact instanceof XlaDumpFact.TotalBytes total ? total.bytes() : stated;
      join(at);
    } else if (section == Section.LIVE_RANGE) {
      liveRange(fact, at);
    } else if (section == Section.VALUES) {
      value(fact, at);
    } else {
      values += fact instanceof Value ? 1 : 0;
      assigned += fact instanceof XlaDumpFact.Allocation a ? a.bytes() : 0;
      keep(fact);
      joinWhenComplete(at);
    }
  }

  private void keep(XlaDumpFact fact) {
    material.add(fact);
    changed = true;
  }

  private void begin(Section next, At at, Consumer<MemoryEvent> events) {
    boolean another = next == Section.VALUES && assigned > 0 && stated >= 0 && stated != assigned;
    if (seen.contains(next) || another) {
      endModule(at, events);
    } else {
      join(at);
    }
    if (seen.isEmpty()) {
      module++;
    }
    seen.add(next);
    section = next;
    stated = -1;
  }

  private void liveRange(XlaDumpFact fact, At at) {
    if (fact instanceof LiveRange) {
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

  private void value(XlaDumpFact fact, At at) {
    if (fact instanceof XlaDumpFact.ValueHead) {
      heads++;
    } else if (fact instanceof Instruction instruction) {
      if (instruction.op() != null) {
        keep(fact);
      }
      joinWhenComplete(at);
    }
  }

  /** No file tells its end; the two that list the values tell when the other is complete. */
  private void joinWhenComplete(At at) {
    if (values > 0 && heads == values) {
      join(at);
    }
  }

  /** Makes the module's plans of what is known, unless that was done a moment ago. */
  private void join(At at) {
    if (joinable >= material.entries().size()) {
      joinAll(at);
    }
  }

  /** Makes the module's plans of what is known; without a part of it they stand open. */
  private void joinAll(At at) {
    if (!changed || !seen.contains(Section.ASSIGNMENT)) {
      return;
    }
    changed = false;
    joinable = Math.max(0, joinable - material.entries().size());
    XlaDumpJoin join = new XlaDumpJoin(material.entries(), max, source.platform(), at);
    join.intervals()
        .forEach(
            (color, intervals) -> {
              PlanFigures plan = planOf(color, join);
              if (plan != null) {
                plan.unite();
                plan.reserve(join.bytes(color));
                plan.replace(intervals, material.cut() + join.unplaced());
                plan.end(seen.contains(Section.LIVE_RANGE) ? "success" : "open", at);
                if (color == 0 && peakStep >= 0) {
                  plan.logicalPeak(peakBytes, peakStep / join.pointsPerStep());
                }
              }
            });
  }

  private @Nullable PlanFigures planOf(int color, XlaDumpJoin join) {
    String memory = XlaDumpModule.memory(color, join.platform());
    Integer number = planOfColor.get(color);
    if (number == null) {
      number = plans.begin(memory, 0, 1);
      planOfColor.put(color, number);
    }
    PlanFigures plan = plans.at(number);
    if (plan != null) {
      String setting =
          join.pointsPerStep() == 1 ? "" : "program_points_per_step=" + join.pointsPerStep();
      String name = source.name().isEmpty() ? "module" : source.name();
      plan.name(name + (module == 1 ? " " : "#" + module + " ") + memory, setting);
    }
    return plan;
  }

  /** Nothing more comes to the module. */
  void endModule(At at, Consumer<MemoryEvent> events) {
    joinAll(at);
    planOfColor
        .values()
        .forEach(
            number -> {
              PlanFigures plan = plans.at(number);
              if (plan != null) {
                plan.intervals().forEach(events);
                plans.end(number, seen.contains(Section.LIVE_RANGE) ? "success" : "truncated", at);
              }
            });
    planOfColor.clear();
    material.clear();
    section = Section.NONE;
    seen.clear();
    max = 0;
    peakStep = -1;
    peakBytes = 0;
    values = 0;
    heads = 0;
    assigned = 0;
    changed = false;
    joinable = 0;
  }

  /** Roughly what it holds on the heap, bytes. */
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
    out.text(section.name()).number(seen.size());
    seen.forEach(kind -> out.text(kind.name()));
    out.number(module).number(max).number(peakStep);
    out.number(peakBytes).number(values).number(heads).flag(changed).number(planOfColor.size());
    planOfColor.forEach((color, number) -> out.number(color).number(number));
    out.number(assigned).number(stated).number(joinable);
    material.write(out);
  }

  void read(PartReader in) {
    section = Section.valueOf(in.word());
    for (int left = in.count(); left > 0; left--) {
      seen.add(Section.valueOf(in.word()));
    }
    module = in.count();
    max = in.count();
    peakStep = in.count();
    peakBytes = in.number();
    values = in.number();
    heads = in.number();
    changed = in.flag();
    for (int left = in.count(); left > 0; left--) {
      planOfColor.put(in.count(), in.count());
    }
    assigned = in.number();
    stated = in.number();
    joinable = in.number();
    material.read(in);
  }
}
