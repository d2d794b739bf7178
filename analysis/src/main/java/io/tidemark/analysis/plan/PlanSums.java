package io.tidemark.analysis.plan;

import io.tidemark.analysis.memory.ModuleGroups;
import io.tidemark.model.event.Holder;
import io.tidemark.model.event.MemoryEvent.Interval;
import io.tidemark.model.plan.Attempt;
import io.tidemark.model.plan.Placements;
import io.tidemark.model.plan.PlanArena;
import io.tidemark.model.plan.PlanPeak;
import io.tidemark.model.plan.PlanPeaks;
import io.tidemark.model.plan.PlanRecord;
import io.tidemark.model.plan.PlanSpace;
import io.tidemark.model.plan.StepUse;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Sums of a plan's intervals per step, computed with difference arrays. Steps are inclusive. If
 * first is after last, the interval wraps around the end of the loop. A buffer held over the whole
 * loop counts at every step.
 */
final class PlanSums {

  /** Limit of banks, so that a log with banks of one byte cannot fill the heap. */
  private static final int MAX_BANKS = 1 << 16;

  private static final Comparator<Interval> BY_SIZE =
      Comparator.comparingLong(Interval::bytes).reversed().thenComparing(i -> i.buffer().name());

  private final int steps;
  private long[] placed;
  private long[] all;
  private final List<Interval> intervals;
  private final PlanHead head;
  private final ModuleGroups groups;

  private PlanSums(List<Interval> intervals, PlanHead head, ModuleGroups groups) {
    this.intervals = intervals;
    this.head = head;
    this.groups = groups;
    int last = -1;
    for (Interval interval : intervals) {
      last = Math.max(last, LiveSteps.highestStep(interval));
    }
    steps = last + 1;
    placed = new long[steps + 1];
    all = new long[steps + 1];
  }

  static PlanRecord.Summary of(List<Interval> intervals, PlanHead head, ModuleGroups groups) {
    PlanSums sums = new PlanSums(intervals, head, groups);
    sums.addAll();
    return sums.summary();
  }

  /** Buffers without a place share no addresses, so they are simply added. */
  private void addAll() {
    for (Interval interval : intervals) {
      add(interval.placed() ? placed : all, interval);
    }
    integrate(all);
    integrate(placed);
    if (head.united) {
      placed = PlanUnion.perStep(intervals, steps);
    }
    for (int step = 0; step < steps; step++) {
      all[step] += placed[step];
    }
  }

  private void add(long[] difference, Interval interval) {
    int[] lives = LiveSteps.of(interval, steps);
    for (int i = 0; i < lives.length; i += 2) {
      difference[lives[i]] += interval.bytes();
      difference[lives[i + 1]] -= interval.bytes();
    }
  }

  private static void integrate(long[] difference) {
    for (int i = 1; i < difference.length; i++) {
      difference[i] += difference[i - 1];
    }
  }

  private PlanRecord.Summary summary() {
    boolean tiled = head.united && PlanPadding.stated(intervals);
    long[] tiles = tiled ? PlanPadding.perStep(intervals, steps) : new long[0];
    PlanPeak peak = peak(placed);
    return new PlanRecord.Summary(
        new Attempt(head.setting, head.state, head.at),
        new PlanSpace(head.memory, head.capacityBytes, head.bankBytes, banksUsed()),
        new StepUse(
            steps,
            list(placed, steps),
            list(all, steps),
            list(less(placed, tiles), tiles.length),
            instructions()),
        new PlanPeaks(
            peak,
            peak(all),
            head.logicalPeak,
            classes(peak.step()),
            owners(peak.step()),
            modules(peak.step())),
        arena(tiled ? at(tiles, peak.step()) : 0),
        head.backings,
        head.findings);
  }

  private List<String> instructions() {
    List<String> known = head.outline.instructions();
    return known.subList(0, Math.min(steps, known.size()));
  }

  private PlanArena arena(long tilesAtPeak) {
    long failedBytes = 0;
    long padding = tilesAtPeak;
    int failed = 0;
    for (Interval i : intervals) {
      if (i.placed()) {
        padding += (head.alignBytes - i.bytes() % head.alignBytes) % head.alignBytes;
      } else {
        failed++;
        failedBytes += i.bytes();
      }
    }
    long covered = head.scattered ? PlanUnion.everHeld(intervals) : highWater(intervals);
    long arena = Math.max(covered, head.reservedBytes);
    return new PlanArena(
        arena,
        new Placements(intervals.size() - failed, failed, failedBytes, head.cut),
        arena + failedBytes,
        padding,
        head.outline.statedBytes(),
        head.outline.fragmentationBytes(),
        head.outline.calledBytes());
  }

  static long highWater(List<Interval> intervals) {
    long highest = 0;
    for (Interval i : intervals) {
      highest = i.placed() ? Math.max(highest, i.extent().end()) : highest;
    }
    return highest;
  }

  private int banksUsed() {
    BitSet banks = new BitSet();
    for (Interval i : intervals) {
      if (head.bankBytes > 0 && i.placed() && i.bytes() > 0) {
        long first = Math.min(MAX_BANKS, i.extent().start() / head.bankBytes);
        long last = Math.min(MAX_BANKS - 1, (i.extent().end() - 1) / head.bankBytes);
        banks.set((int) first, (int) Math.max(first, last + 1));
      }
    }
    return banks.cardinality();
  }

  private long at(long[] use, int step) {
    return steps == 0 ? 0 : use[step];
  }

  private PlanPeak peak(long[] use) {
    int best = 0;
    for (int step = 1; step < steps; step++) {
      if (use[step] > use[best]) {
        best = step;
      }
    }
    return new PlanPeak(at(use, best), best);
  }

  private static long[] less(long[] use, long[] tiles) {
    long[] rest = new long[tiles.length];
    for (int step = 0; step < tiles.length; step++) {
      rest[step] = use[step] - tiles[step];
    }
    return rest;
  }

  private static List<Long> list(long[] use, int steps) {
    List<Long> values = new ArrayList<>(steps);
    for (int step = 0; step < steps; step++) {
      values.add(use[step]);
    }
    return values;
  }

  private Map<String, Long> classes(int step) {
    Map<String, Long> bytes = new TreeMap<>();
    for (Interval i : intervals) {
      if (head.united) {
        bytes.computeIfAbsent(i.buffer().bufferClass(), c -> PlanUnion.at(intervals, step, c));
      } else if (i.placed() && i.lifetime().at(step)) {
        bytes.merge(i.buffer().bufferClass(), i.bytes(), Long::sum);
      }
    }
    return bytes;
  }

  private List<PlanRecord.Owner> owners(int step) {
    return intervals.stream()
        .filter(i -> i.placed() && i.lifetime().at(step))
        .sorted(BY_SIZE)
        .limit(PlanPeaks.MAX_OWNERS)
        .map(PlanSums::owner)
        .toList();
  }

  /** The parts of the model that hold the most; none if no buffer belongs to a known part. */
  private List<Holder> modules(int step) {
    Map<String, Long> bytes = new TreeMap<>();
    for (Interval i : intervals) {
      if (i.placed() && i.lifetime().at(step)) {
        String op = i.buffer().contents().opName();
        String place = op == null ? i.buffer().name() : op;
        bytes.merge(groups.of(place, place), i.bytes(), Long::sum);
      }
    }
    boolean known = bytes.keySet().stream().anyMatch(name -> !name.startsWith("("));
    return !known
        ? List.of()
        : bytes.entrySet().stream()
            .map(module -> new Holder(module.getKey(), module.getValue()))
            .sorted(Comparator.comparing(Holder::heldAtPeakBytes, Comparator.reverseOrder()))
            .limit(PlanPeaks.MAX_OWNERS)
            .toList();
  }

  private static PlanRecord.Owner owner(Interval i) {
    Long unpadded = i.extent().unpaddedBytes();
    return new PlanRecord.Owner(
        i.buffer().name(),
        i.extent().start(),
        i.bytes(),
        i.buffer().contents().opName(),
        unpadded != null && unpadded < i.bytes() ? unpadded : null);
  }
}
