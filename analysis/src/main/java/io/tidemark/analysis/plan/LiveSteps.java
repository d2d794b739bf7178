package io.tidemark.analysis.plan;

import io.tidemark.model.Lifetime;
import io.tidemark.model.MemoryEvent.Interval;

/**
 * The steps that a buffer is live at. First and last are inclusive; first after last wraps around
 * the end of a software pipeline's loop; a buffer held over the whole loop is live at every step,
 * whatever its own first and last.
 */
final class LiveSteps {

  private LiveSteps() {}

  /** As half-open pairs, all below {@code steps}: two where it wraps around. */
  static int[] of(Interval i, int steps) {
    if (i.lifetime().wholeLoop()) {
      return new int[] {0, steps};
    }
    return i.firstStep() <= i.lastStep()
        ? new int[] {i.firstStep(), Math.min(i.lastStep(), steps - 1) + 1}
        : new int[] {0, i.lastStep() + 1, i.firstStep(), steps};
  }

  static boolean at(Interval i, int step) {
    boolean in = i.firstStep() <= step;
    boolean out = step <= i.lastStep();
    return i.lifetime().wholeLoop() || (i.firstStep() <= i.lastStep() ? in && out : in || out);
  }

  /** The highest step it names. */
  static int highestStep(Interval i) {
    return i.lastStep() == Lifetime.TO_THE_END
        ? i.firstStep()
        : Math.max(i.firstStep(), i.lastStep());
  }
}
