package io.tidemark.analysis.plan;

import io.tidemark.model.event.Lifetime;
import io.tidemark.model.event.MemoryEvent.Interval;

/**
 * The steps at which a buffer is live. First and last are inclusive. If first is after last, the
 * lifetime wraps around the end of a software pipeline's loop. A buffer held over the whole loop is
 * live at every step, regardless of its first and last.
 */
public final class LiveSteps {

  private LiveSteps() {}

  /** Returns half-open pairs, limited to {@code steps}; two pairs if the lifetime wraps around. */
  static int[] of(Interval i, int steps) {
    if (i.lifetime().wholeLoop()) {
      return new int[] {0, steps};
    }
    return i.firstStep() <= i.lastStep()
        ? new int[] {i.firstStep(), Math.min(i.lastStep(), steps - 1) + 1}
        : new int[] {0, i.lastStep() + 1, i.firstStep(), steps};
  }

  static int highestStep(Interval i) {
    return i.lastStep() == Lifetime.TO_THE_END
        ? i.firstStep()
        : Math.max(i.firstStep(), i.lastStep());
  }
}
