package io.tidemark.analysis.plan;

import io.tidemark.model.event.MemoryEvent.Interval;
import java.util.ArrayList;
import java.util.List;

/**
 * Addresses at which buffers without a place are drawn: stacked in log order above the highest
 * placed buffer. Confined to its {@link PlanFigures}.
 */
final class FailedStack {

  private long highest;
  private long failedBytes;

  /** Whether this buffer moves up the buffers that were stacked before. */
  boolean isLiftedBy(Interval next) {
    return failedBytes > 0 && next.placed() && next.extent().end() > highest;
  }

  /** Whether any buffer found no place. */
  boolean any() {
    return failedBytes > 0;
  }

  /** Adds the next buffer. Returns it at its address, as far as the buffers so far determine it. */
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

  /** Returns {@code intervals} at their final addresses, stacked above all of them. */
  static List<Interval> of(List<Interval> intervals) {
    FailedStack stack = new FailedStack();
    stack.highest = PlanSums.highWater(intervals);
    List<Interval> stacked = new ArrayList<>(intervals.size());
    intervals.forEach(interval -> stacked.add(stack.apply(interval)));
    return stacked;
  }
}
