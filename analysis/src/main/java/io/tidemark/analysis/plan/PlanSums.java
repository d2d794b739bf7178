package io.tidemark.analysis.plan;

import io.tidemark.model.MemoryEvent.Interval;
import io.tidemark.model.PlanRecord;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a plan's intervals add up to per timestep, by difference arrays. Steps are inclusive; first
 * after last wraps around the end of the loop; a buffer held over the whole loop counts at every
 * step.
 */
final class PlanSums {

  /** A log that states banks of a byte may not fill the heap. */
  private static final int MAX_BANKS = 1 << 16;

  private static final Comparator<Interval> BY_SIZE =
      Comparator.comparingLong(Interval::bytes).reversed().thenComparing(i -> i.buffer().name());

  private final int steps;
  private long[] placed;
  private long[] all;
  private final List<Interval> intervals;
  private final PlanHead head;

  private PlanSums(List<Interval> intervals, PlanHead head) {
    this.intervals = intervals;
    this.head = head;
    int last = -1;
    for (Interval interval : intervals) {
      last = Math.max(last, LiveSteps.highestStep(interval));
    }
    steps = last + 1;
    placed = new long[steps + 1];
    all = new long[steps + 1];
  }

  static PlanRecord.Summary of(List<Interval> intervals, PlanHead head) {
    PlanSums sums = new PlanSums(intervals, head);
    sums.addAll();
    return sums.summary();
  }

  /** Those that found no place have no addresses to share. */
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
    int peak = peakStep(placed);
    int peakWithFailed = peakStep(all);
    long failedBytes = 0;
    boolean tiled = head.united && PlanPadding.stated(intervals);
    long[] tiles = tiled ? PlanPadding.perStep(intervals, steps) : new long[0];
    long padding = tiled ? at(tiles, peak) : 0;
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
    return new PlanRecord.Summary(
        head.memory,
        head.setting,
        head.state,
        head.capacityBytes,
        steps,
        list(placed, steps),
        list(all, steps),
        list(less(placed, tiles), tiles.length),
        at(placed, peak),
        peak,
        at(all, peakWithFailed),
        peakWithFailed,
        arena,
        intervals.size() - failed,
        failed,
        failedBytes,
        arena + failedBytes,
        padding,
        head.cut,
        classes(peak),
        owners(peak),
        head.backings,
        head.findings,
        head.bankBytes,
        banksUsed(),
        head.logicalPeakBytes,
        head.logicalPeakStep,
        head.at.offset(),
        head.at.timeMillis());
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

  private int peakStep(long[] use) {
    int best = 0;
    for (int step = 1; step < steps; step++) {
      if (use[step] > use[best]) {
        best = step;
      }
    }
    return best;
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
      } else if (i.placed() && LiveSteps.at(i, step)) {
        bytes.merge(i.buffer().bufferClass(), i.bytes(), Long::sum);
      }
    }
    return bytes;
  }

  private List<PlanRecord.Owner> owners(int step) {
    return intervals.stream()
        .filter(i -> i.placed() && covers(i, step))
        .sorted(BY_SIZE)
        .limit(PlanRecord.Summary.MAX_OWNERS)
        .map(i -> new PlanRecord.Owner(i.buffer().name(), i.extent().start(), i.bytes()))
        .toList();
  }

  private static boolean covers(Interval i, int step) {
    boolean in = i.firstStep() <= step;
    boolean out = step <= i.lastStep();
    return i.lifetime().wholeLoop() || (i.firstStep() <= i.lastStep() ? in && out : in || out);
  }
}
