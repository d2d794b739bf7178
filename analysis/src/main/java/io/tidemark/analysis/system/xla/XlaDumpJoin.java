package io.tidemark.analysis.system.xla;

import io.tidemark.analysis.plan.PlanFigures;
import io.tidemark.analysis.system.xla.XlaDumpFact.Allocation;
import io.tidemark.analysis.system.xla.XlaDumpFact.Instruction;
import io.tidemark.analysis.system.xla.XlaDumpFact.LiveRange;
import io.tidemark.analysis.system.xla.XlaDumpFact.Value;
import io.tidemark.analysis.system.xla.XlaDumpModule.Platform;
import io.tidemark.model.Extent;
import io.tidemark.model.Lifetime;
import io.tidemark.model.LogPosition;
import io.tidemark.model.MemoryEvent.Interval;
import io.tidemark.model.PlannedBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Joins the facts of a module's files into intervals per colour. Arenas are taken apart into their
 * values by live range; every other allocation is one interval over the whole program, as in
 * XProf's Memory Viewer. The allocations of a colour stand one above the other, so that only values
 * of one allocation share addresses.
 */
final class XlaDumpJoin {

  /** Only part of the instructions carries the framework's name. */
  static final String NO_OP = "(no op_name)";

  private final Map<String, LiveRange> ranges = new HashMap<>();
  private final Map<String, String> ops = new HashMap<>();
  private final Set<String> strangers = new HashSet<>();
  private final Map<Integer, List<Interval>> intervals = new TreeMap<>();
  private final Map<Integer, Long> tops = new HashMap<>();
  private final int max;
  private final int pointsPerStep;
  private final LogPosition at;
  private Platform platform;
  private final Map<Integer, Long> unplaced = new HashMap<>();

  XlaDumpJoin(List<XlaDumpFact> facts, int max, Platform platform, LogPosition at) {
    this.pointsPerStep = 1 + max / PlanFigures.MAX_STEPS;
    this.max = max;
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
        strangers.remove(value.name());
      }
    }
  }

  private void index(XlaDumpFact fact) {
    if (fact instanceof LiveRange range) {
      ranges.put(range.name(), range);
    } else if (fact instanceof Instruction instruction && instruction.op() != null) {
      ops.put(instruction.name(), instruction.op());
    } else if (fact instanceof Value value && value.tiled() && platform == Platform.UNKNOWN) {
      // Only TPUs lay arrays out in tiles.
      platform = Platform.TPU;
    }
  }

  Map<Integer, List<Interval>> intervals() {
    return intervals;
  }

  /** The sizes of all allocations of a colour: what is asked of the memory. */
  long bytes(int color) {
    return tops.getOrDefault(color, 0L);
  }

  /** More than 1 when the program is longer than a plan; a step then holds all its points use. */
  int pointsPerStep() {
    return pointsPerStep;
  }

  Platform platform() {
    return platform;
  }

  /** Values of a colour's arenas that no live range names: they are in no interval. */
  long unplaced(int color) {
    return unplaced.getOrDefault(color, 0L);
  }

  /** Live ranges of values that no allocation lists: the buffer assignment lacks lines. */
  int strangers() {
    return strangers.size();
  }

  private void allocation(@Nullable Allocation allocation, List<Value> values) {
    if (allocation == null) {
      return;
    }
    List<Interval> into = intervals.computeIfAbsent(allocation.color(), c -> new ArrayList<>());
    long base = tops.getOrDefault(allocation.color(), 0L);
    tops.put(allocation.color(), base + allocation.bytes());
    if (!allocation.arena() || ranges.isEmpty()) {
      into.add(whole(allocation, values, base));
      return;
    }
    for (Value value : values) {
      LiveRange range = ranges.get(value.name());
      if (range == null) {
        unplaced.merge(allocation.color(), 1L, Long::sum);
      } else {
        into.add(interval(value, range, base, allocation.bufferClass()));
      }
    }
  }

  /** Shown by its biggest value, the first of them. */
  private Interval whole(Allocation allocation, List<Value> values, long base) {
    Value biggest = null;
    for (Value value : values) {
      biggest = biggest == null || value.bytes() > biggest.bytes() ? value : biggest;
    }
    String name = biggest == null ? "allocation " + allocation.index() : biggest.name();
    LiveRange always = new LiveRange(name, 0, max);
    long unpadded = biggest == null || allocation.arena() ? -1 : biggest.unpaddedBytes();
    Value all = new Value(allocation.index(), name, allocation.bytes(), 0, unpadded, false);
    return interval(all, always, base, allocation.bufferClass());
  }

  private Interval interval(Value value, LiveRange range, long base, String bufferClass) {
    String op = ops.get(value.name().substring(0, Math.max(0, value.name().lastIndexOf('{'))));
    return new Interval(
        at,
        "",
        "",
        new PlannedBuffer(value.name(), op == null ? NO_OP : op, bufferClass),
        Lifetime.of(range.first() / pointsPerStep, range.last() / pointsPerStep),
        Extent.stated(base + value.offset(), value.bytes(), value.unpaddedBytes()),
        true);
  }
}
