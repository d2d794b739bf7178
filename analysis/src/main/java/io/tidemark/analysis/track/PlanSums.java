package io.tidemark.analysis.track;

import io.tidemark.model.MemoryEvent.Interval;
import io.tidemark.model.PlanRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a plan's intervals add up to per timestep, by difference arrays. Steps are inclusive; first
 * after last wraps around the end of the loop; a buffer held over the whole loop counts at every
 * step.
 */
final class PlanSums {

  private final int steps;
  private long[] placed;
  private long[] all;
  private long unitedBytes = -1;
  private final List<Interval> intervals;
  private final long alignBytes;

  private PlanSums(List<Interval> intervals, long alignBytes) {
    this.intervals = intervals;
    this.alignBytes = alignBytes;
    int last = -1;
    for (Interval interval : intervals) {
      last = Math.max(last, Math.max(interval.firstStep(), interval.lastStep()));
    }
    steps = last + 1;
    placed = new long[steps + 1];
    all = new long[steps + 1];
  }

  /**
   * @param unitedBytes what is set aside for all, where addresses that several live buffers hold
   *     count once; else −1
   */
  static PlanSums of(List<Interval> intervals, long alignBytes, long unitedBytes) {
    PlanSums sums = new PlanSums(intervals, alignBytes);
    sums.unitedBytes = unitedBytes;
    if (unitedBytes >= 0) {
      sums.placed = PlanUnion.perStep(intervals, sums.steps);
      sums.all = sums.placed;
      return sums;
    }
    for (Interval interval : intervals) {
      sums.add(sums.all, interval);
      if (interval.placed()) {
        sums.add(sums.placed, interval);
      }
    }
    integrate(sums.all);
    integrate(sums.placed);
    return sums;
  }

  private void add(long[] difference, Interval i) {
    if (i.wholeLoop()) {
      range(difference, 0, steps - 1, i.bytes());
    } else if (i.firstStep() <= i.lastStep()) {
      range(difference, i.firstStep(), i.lastStep(), i.bytes());
    } else {
      range(difference, i.firstStep(), steps - 1, i.bytes());
      range(difference, 0, i.lastStep(), i.bytes());
    }
  }

  private static void range(long[] difference, int first, int last, long bytes) {
    difference[first] += bytes;
    difference[last + 1] -= bytes;
  }

  private static void integrate(long[] difference) {
    for (int i = 1; i < difference.length; i++) {
      difference[i] += difference[i - 1];
    }
  }

  PlanRecord.Summary summary(
      String memory, String setting, String state, long capacity, long cut, At at) {
    int peak = peakStep(placed);
    int peakWithFailed = peakStep(all);
    long arena = 0;
    long failedBytes = 0;
    long padding = 0;
    int failed = 0;
    for (Interval i : intervals) {
      if (i.placed()) {
        arena = Math.max(arena, i.address() + i.bytes());
        padding += (alignBytes - i.bytes() % alignBytes) % alignBytes;
      } else {
        failed++;
        failedBytes += i.bytes();
      }
    }
    arena = Math.max(arena, unitedBytes);
    return new PlanRecord.Summary(
        memory,
        setting,
        state,
        capacity,
        steps,
        list(placed),
        list(all),
        at(placed, peak),
        peak,
        at(all, peakWithFailed),
        peakWithFailed,
        arena,
        intervals.size() - failed,
        failed,
        failedBytes,
        arena + failedBytes,
        unitedBytes >= 0 ? PlanUnion.padding(intervals, peak) : padding,
        cut,
        classes(peak),
        at.offset(),
        at.timeMillis());
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

  private List<Long> list(long[] use) {
    List<Long> values = new ArrayList<>(steps);
    for (int step = 0; step < steps; step++) {
      values.add(use[step]);
    }
    return values;
  }

  private Map<String, Long> classes(int step) {
    Map<String, Long> bytes = new TreeMap<>();
    for (Interval i : intervals) {
      if (unitedBytes >= 0) {
        bytes.computeIfAbsent(i.bufferClass(), c -> PlanUnion.at(intervals, step, c));
      } else if (i.placed() && covers(i, step)) {
        bytes.merge(i.bufferClass(), i.bytes(), Long::sum);
      }
    }
    return bytes;
  }

  private static boolean covers(Interval i, int step) {
    boolean in = i.firstStep() <= step;
    boolean out = step <= i.lastStep();
    return i.wholeLoop() || (i.firstStep() <= i.lastStep() ? in && out : in || out);
  }
}
