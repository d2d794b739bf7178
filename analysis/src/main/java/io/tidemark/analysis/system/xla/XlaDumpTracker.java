package io.tidemark.analysis.system.xla;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.OptBoolean;
import io.tidemark.analysis.line.Fact;
import io.tidemark.analysis.message.RowFact;
import io.tidemark.analysis.plan.PlanFigures;
import io.tidemark.analysis.state.Stored;
import io.tidemark.analysis.system.xla.XlaDumpFact.Allocation;
import io.tidemark.analysis.system.xla.XlaDumpFact.Instruction;
import io.tidemark.analysis.system.xla.XlaDumpFact.LiveRange;
import io.tidemark.analysis.system.xla.XlaDumpFact.ProgramPoint;
import io.tidemark.analysis.system.xla.XlaDumpFact.Value;
import io.tidemark.analysis.system.xla.XlaDumpPlans.Target;
import io.tidemark.analysis.system.xla.XlaDumpProgress.Missing;
import io.tidemark.analysis.system.xla.XlaDumpProgress.Section;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Tracks the dump files of XLA modules, which come in any order. A file of a kind that the module
 * already has begins the next module. Plans are published as soon as the allocations are known, and
 * again when further files add live ranges or op names. An incomplete plan stays open, with
 * findings about its missing parts. Its intervals become events when the module ends. A memory
 * usage report alone is a plan of one step with one buffer per memory.
 */
@Stored
final class XlaDumpTracker {

  /** Entries that may be joined again per line: a join at each line would take quadratic time. */
  private static final long JOINED_PER_LINE = 16;

  /** Limit of colours; XLA has 8. */
  private static final int MOST_COLORS = 16;

  private static final int NO_COLOR = -1;

  private XlaDumpPlans plans = new XlaDumpPlans();
  private XlaDumpMaterial material = new XlaDumpMaterial();
  private XlaDumpProgress progress = new XlaDumpProgress();

  /** Totals by colour, from the memory usage report of a module. */
  @JsonProperty(isRequired = OptBoolean.FALSE)
  private final Map<Integer, Long> totalOfColor = new TreeMap<>();

  /** Memory of the next total. */
  @JsonProperty(isRequired = OptBoolean.FALSE)
  private int color = NO_COLOR;

  private int module;
  private int max;
  private int peakStep = -1;
  private long peakBytes;
  private boolean changed;
  private long joinable;

  /** Missing parts when the plans were last settled; {@code null} if they must be settled again. */
  private transient @Nullable Set<Missing> published;

  /**
   * Whether the line is expected here: half of such lines could occur in any other log. The name of
   * a dump's file vouches for a report.
   */
  boolean expects(Fact fact, XlaDumpModule source) {
    if (fact instanceof RowFact line) {
      return switch (line.kind()) {
        case "assignment", "values", "live_range" -> true;
        case "space", "space_total", "total_bytes" ->
            !progress.nothingSeen() || !source.name().isEmpty();
        default -> progress.section() == Section.LIVE_RANGE;
      };
    }
    boolean allocates = fact instanceof Allocation || fact instanceof Value;
    boolean describes = fact instanceof XlaDumpFact.ValueHead || fact instanceof Instruction;
    return progress.section()
        == (allocates ? Section.ASSIGNMENT : describes ? Section.VALUES : Section.LIVE_RANGE);
  }

  void apply(Fact fact, Target to) {
    joinable += JOINED_PER_LINE;
    if (fact instanceof RowFact line) {
      heading(line, to);
    } else if (fact instanceof XlaDumpFact entry) {
      line(entry, to);
    }
    publishMissing(to);
  }

  private void heading(RowFact line, Target to) {
    switch (line.kind()) {
      case "assignment" -> begin(Section.ASSIGNMENT, to);
      case "values" -> begin(Section.VALUES, to);
      case "live_range" -> {
        begin(Section.LIVE_RANGE, to);
        max = line.index("max");
      }
      case "total_bytes" -> {
        progress.onTotal(line.bytes());
        join(to);
      }
      case "space" -> {
        progress.leave();
        color = line.index("color");
        join(to);
      }
      case "space_total" -> {
        total(line.bytes());
        if (progress.nothingSeen()) {
          joinAll(to);
        } else {
          joinWhenComplete(to);
        }
      }
      default -> peak(line, to);
    }
  }

  /** Sets the total of the memory named last. */
  private void total(long bytes) {
    changed |=
        color != NO_COLOR
            && totalOfColor.size() < MOST_COLORS
            && totalOfColor.putIfAbsent(color, bytes) == null;
    color = NO_COLOR;
  }

  /** The facts of a report alone: one buffer for each memory. */
  private List<XlaDumpFact> reported() {
    List<XlaDumpFact> facts = new ArrayList<>();
    totalOfColor.forEach(
        (its, bytes) -> {
          if (bytes > 0) {
            facts.add(
                new Allocation(its, bytes, its, -1, "with called computations", false, false));
            facts.add(new Value(0, "(total of the report)", bytes, 0, null));
          }
        });
    return facts;
  }

  private void peak(RowFact line, Target to) {
    progress.count(line);
    if (line.is("peak")) {
      peakStep = line.index("step");
      peakBytes = 0;
      join(to);
    } else if (line.is("peak_buffer")) {
      peakBytes += line.bytes();
      changed = true;
    } else {
      peakBytes = line.bytes();
      changed = true;
      join(to);
    }
  }

  private void begin(Section next, Target to) {
    if (progress.isAnother(next)) {
      endModule(to);
    } else {
      join(to);
    }
    if (progress.nothingSeen()) {
      module++;
    }
    progress.begin(next);
  }

  private void line(XlaDumpFact fact, Target to) {
    progress.count(fact);
    switch (progress.section()) {
      case LIVE_RANGE -> {
        if (fact instanceof LiveRange || fact instanceof ProgramPoint) {
          keep(fact);
        }
      }
      case VALUES -> {
        if (fact instanceof Instruction instruction) {
          describe(instruction, to);
        }
      }
      default -> {
        keep(fact);
        joinWhenComplete(to);
      }
    }
  }

  private void keep(XlaDumpFact fact) {
    material.add(fact);
    changed = true;
  }

  private void describe(Instruction instruction, Target to) {
    if (instruction.op() != null || instruction.opcode() != null) {
      keep(instruction);
    }
    joinWhenComplete(to);
  }

  /** Joins when both lists of values have the same length, since files state no end. */
  private void joinWhenComplete(Target to) {
    if (progress.valuesAgree()) {
      join(to);
    }
  }

  /** Rebuilds the plans from all facts, unless a join was too recent. */
  private void join(Target to) {
    if (joinable >= material.entries().size()) {
      joinAll(to);
    }
  }

  /** Rebuilds the plans from all facts; incomplete plans stay open. */
  private void joinAll(Target to) {
    boolean alone = !progress.seen(Section.ASSIGNMENT);
    boolean reported = progress.nothingSeen() && !totalOfColor.isEmpty();
    if (!changed || (alone && !reported)) {
      return;
    }
    changed = false;
    published = null;
    List<XlaDumpFact> facts = alone ? reported() : material.entries();
    joinable = Math.max(0, joinable - facts.size());
    XlaDumpJoin join = new XlaDumpJoin(facts, alone ? 0 : max, to.source().platform(), to.at());
    plans.replace(join, totalOfColor, material.cut(), Math.max(1, module), to);
    PlanFigures main = plans.of(0, to.plans());
    if (main != null && peakStep >= 0 && !alone) {
      main.logicalPeak(peakBytes, peakStep / join.pointsPerStep());
    }
  }

  /** Updates the findings about missing parts; complete plans become a success. */
  private void publishMissing(Target to) {
    Set<Missing> missing = progress.missing();
    if (!plans.isEmpty() && !missing.equals(published)) {
      published = missing;
      plans.settle(missing, to);
    }
  }

  /** Publishes what is known; further files of the module may follow. */
  void rest(Target to) {
    joinAll(to);
    publishMissing(to);
  }

  void endModule(Target to) {
    if (progress.statedAlone() >= 0) {
      // The old report states one total for all memories.
      color = 0;
      total(progress.statedAlone());
    }
    joinAll(to);
    plans.end(progress.missing(), to);
    material.clear();
    progress = new XlaDumpProgress();
    totalOfColor.clear();
    color = NO_COLOR;
    published = null;
    max = 0;
    peakStep = -1;
    peakBytes = 0;
    changed = false;
    joinable = 0;
  }

  XlaDumpMaterial material() {
    return material;
  }
}
