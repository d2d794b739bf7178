package io.tidemark.analysis.plan;

import io.tidemark.model.MemoryEvent.Interval;
import java.util.ArrayList;
import java.util.List;

/**
 * Where buffers that found no place are drawn: one after another, in the order of the log, above
 * the highest that found one. Confined to its {@link PlanFigures}.
 */
final class FailedStack {

  private long highest;
  private long failedBytes;

  /** Whether this buffer lifts others that were stacked before it. */
  boolean isLiftedBy(Interval next) {
    return failedBytes > 0 && next.placed() && next.extent().end() > highest;
  }

  /** Whether any found no place. */
  boolean any() {
    return failedBytes > 0;
  }

  /** Takes the next buffer, and answers it where it stands by all that was taken so far. */
  Interval apply(Interval next) {
    if (next.placed()) {
      highest = Math.max(highest, next.extent().end());
      return next;
    }
    Interval stacked = next.withExtent(next.extent().at(highest + failedBytes));
    failedBytes += next.bytes();
    return stacked;
  }

  void clear() {
    highest = 0;
    failedBytes = 0;
  }

  /** {@code intervals} where they stand by all of them. */
  static List<Interval> of(List<Interval> intervals) {
    FailedStack stack = new FailedStack();
    stack.highest = PlanSums.highWater(intervals);
    List<Interval> stacked = new ArrayList<>(intervals.size());
    intervals.forEach(interval -> stacked.add(stack.apply(interval)));
    return stacked;
  }
}
