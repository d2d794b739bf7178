package io.tidemark.analysis.system.xla;

import io.tidemark.analysis.memory.OpNameLimiter;
import io.tidemark.analysis.plan.PlanFigures;
import io.tidemark.analysis.plan.PlanUnion;
import io.tidemark.analysis.system.xla.XlaDumpFact.Allocation;
import io.tidemark.analysis.system.xla.XlaDumpFact.Instruction;
import io.tidemark.analysis.system.xla.XlaDumpFact.LiveRange;
import io.tidemark.analysis.system.xla.XlaDumpFact.ProgramPoint;
import io.tidemark.analysis.system.xla.XlaDumpFact.Value;
import io.tidemark.analysis.system.xla.XlaDumpModule.Platform;
import io.tidemark.model.event.Extent;
import io.tidemark.model.event.Lifetime;
import io.tidemark.model.event.MemoryEvent.Interval;
import io.tidemark.model.event.PlannedBuffer;
import io.tidemark.model.log.LogPosition;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Joins the facts of a module's files into intervals per colour. Arenas are split into their values
 * by live range. Every other allocation is one interval over the whole program, as in XProf's
 * Memory Viewer, except those of called computations: they are counted, but take no part of the
 * memory. The allocations of a colour are stacked, so only values of the same allocation share
 * addresses.
 */
final class XlaDumpJoin {

  /** Op name of instructions without one: only some carry the framework's name. */
  static final String NO_OP = "(no op_name)";

  /** Begin of the tiles in a layout. */
  private static final String TILES = ":T(";

  private final Map<String, LiveRange> ranges = new HashMap<>();
  private final Map<String, Instruction> instructions = new HashMap<>();
  private final List<String> points = new ArrayList<>();
  private final Map<Integer, Long> fragmentation = new HashMap<>();
  private final Set<String> strangers = new HashSet<>();
  private final Map<Integer, List<Interval>> intervals = new TreeMap<>();
  private final Map<Integer, Long> tops = new HashMap<>();
  private final Map<Integer, Long> called = new HashMap<>();
  private final int max;
  private final int pointsPerStep;
  private final LogPosition at;
  private Platform platform;
  private final Map<Integer, Long> unplaced = new HashMap<>();

  XlaDumpJoin(List<XlaDumpFact> facts, int max, Platform platform, LogPosition at) {
    int last = max;
    for (XlaDumpFact fact : facts) {
      // In a mixture of dumps a range may end behind the stated end of another.
      last =
          fact instanceof LiveRange range
              ? Math.max(last, Math.max(range.first(), range.last()))
              : last;
    }
    this.pointsPerStep = 1 + last / PlanFigures.MAX_STEPS;
    this.max = last;
    this.at = at;
    this.platform = platform;
    index(facts);
    Allocation open = null;
    List<Value> values = new ArrayList<>();
    for (XlaDumpFact fact : facts) {
      if (fact instanceof Allocation next) {
        allocation(open, values);
        open = next;
        values.clear();
      } else if (fact instanceof Value value) {
        values.add(value);
      }
    }
    allocation(open, values);
  }

  private void index(List<XlaDumpFact> facts) {
    facts.forEach(this::index);
    strangers.addAll(ranges.keySet());
    for (XlaDumpFact fact : facts) {
      if (fact instanceof Value value) {
        strangers.remove(XlaDumpMaterial.key(value.name()));
      }
    }
  }

  private void index(XlaDumpFact fact) {
    if (fact instanceof LiveRange range) {
      ranges.put(range.name(), range);
    } else if (fact instanceof Instruction instruction) {
      instructions.put(instruction.name(), instruction);
    } else if (fact instanceof ProgramPoint point) {
      // Points come in order; the first point of a step names the step.
      if (point.step() / pointsPerStep == points.size()) {
        points.add(point.instruction());
      }
    } else if (fact instanceof Value value
        && value.shape() != null
        && value.shape().contains(TILES)
        && platform == Platform.UNKNOWN) {
      // Only TPUs use tiled layouts.
      platform = Platform.TPU;
    }
  }

  Map<Integer, List<Interval>> intervals() {
    return intervals;
  }

  /** Total size of a colour's allocations in bytes. */
  long bytes(int color) {
    return tops.getOrDefault(color, 0L);
  }

  /** Total size of a colour's allocations of called computations in bytes; 0 for none. */
  long calledBytes(int color) {
    return called.getOrDefault(color, 0L);
  }

  /** Instruction of each step, as far as the live ranges list it. */
  List<String> points() {
    return points;
  }

  /**
   * Size of a colour's arenas above their highest use. {@code null} if unknown: without live
   * ranges, or with several program points per step.
   */
  @Nullable Long fragmentation(int color) {
    return pointsPerStep > 1 ? null : fragmentation.get(color);
  }

  /**
   * Program points per step. More than 1 if the program is longer than a plan; a step then includes
   * the use of all its points.
   */
  int pointsPerStep() {
    return pointsPerStep;
  }

  Platform platform() {
    return platform;
  }

  /** Number of values of a colour's arenas without a live range; they have no interval. */
  long unplaced(int color) {
    return unplaced.getOrDefault(color, 0L);
  }

  /** Number of live ranges without an allocation: the buffer assignment lacks lines. */
  int strangers() {
    return strangers.size();
  }

  private void allocation(@Nullable Allocation allocation, List<Value> values) {
    if (allocation == null) {
      return;
    }
    if (allocation.bufferClass().equals(XlaDumpAllocations.THREAD_LOCAL_CLASS)) {
      called.merge(allocation.color(), allocation.bytes(), Long::sum);
      return;
    }
    List<Interval> into = intervals.computeIfAbsent(allocation.color(), c -> new ArrayList<>());
    long base = tops.getOrDefault(allocation.color(), 0L);
    tops.put(allocation.color(), base + allocation.bytes());
    if (!allocation.arena() || ranges.isEmpty()) {
      into.add(whole(allocation, values, base));
      return;
    }
    List<Interval> shared = new ArrayList<>();
    for (Value value : values) {
      LiveRange range = ranges.get(XlaDumpMaterial.key(value.name()));
      if (range == null) {
        unplaced.merge(allocation.color(), 1L, Long::sum);
      } else {
        shared.add(interval(value, range, base, allocation));
      }
    }
    into.addAll(shared);
    long unused = allocation.bytes() - PlanUnion.peak(shared);
    fragmentation.merge(allocation.color(), unused, Long::sum);
  }

  /**
   * Creates the interval of a whole allocation, named after its largest value, unless values share
   * it.
   */
  private Interval whole(Allocation allocation, List<Value> values, long base) {
    Value biggest =
        allocation.arena()
            ? null
            : values.stream().max(Comparator.comparingLong(Value::bytes)).orElse(null);
    String name = biggest == null ? "allocation " + allocation.index() : biggest.name();
    LiveRange always = new LiveRange(name, 0, max);
    String shape = biggest == null ? null : biggest.shape();
    Value all = new Value(allocation.index(), name, allocation.bytes(), 0, shape);
    return interval(all, always, base, allocation);
  }

  private Interval interval(Value value, LiveRange range, long base, Allocation allocation) {
    return new Interval(
        at,
        "",
        "",
        buffer(value, allocation),
        Lifetime.of(range.first() / pointsPerStep, range.last() / pointsPerStep),
        Extent.stated(base + value.offset(), value.bytes(), XlaShape.bytes(value.shape())),
        true);
  }

  private PlannedBuffer buffer(Value value, Allocation allocation) {
    String key = XlaDumpMaterial.key(value.name());
    Instruction made = instructions.get(key.substring(0, Math.max(0, key.lastIndexOf('{'))));
    String opcode = made == null ? null : made.opcode();
    String op = made == null ? null : made.op();
    return new PlannedBuffer(
        value.name(),
        op == null ? NO_OP : OpNameLimiter.cut(op),
        allocation.bufferClass(),
        XlaShape.contents(value.shape(), (long) allocation.index(), opcode, op));
  }
}
