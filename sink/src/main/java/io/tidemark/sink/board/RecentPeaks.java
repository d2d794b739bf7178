package io.tidemark.sink.board;

import java.util.ArrayList;
import java.util.List;

/**
 * The peaks of one memory that arrived in the trailing window; immutable. Reading removes nothing,
 * so two scrapers see the same spike. The peaks form a falling staircase: a peak hides every lower
 * one before it. A full staircase joins its two oldest steps, so a spike may show longer, never
 * shorter.
 */
public final class RecentPeaks {

  /** How long a peak stays visible after it arrived. */
  public static final long WINDOW_MILLIS = 15_000;

  static final int MOST_STEPS = 64;

  public static final RecentPeaks NONE = new RecentPeaks(List.of());

  private record Step(long arrivedMillis, long peakBytes) {}

  /** Oldest first. */
  private final List<Step> steps;

  private RecentPeaks(List<Step> steps) {
    this.steps = steps;
  }

  /** Adds a peak that arrived now; times never fall. */
  public RecentPeaks with(long millis, long bytes) {
    List<Step> next = new ArrayList<>(since(millis).steps);
    next.removeIf(step -> step.peakBytes() <= bytes);
    if (next.size() == MOST_STEPS) {
      Step oldest = next.remove(0);
      next.set(0, new Step(next.get(0).arrivedMillis(), oldest.peakBytes()));
    }
    next.add(new Step(millis, bytes));
    return new RecentPeaks(next);
  }

  /** Leaves out the peaks that have left the window at {@code millis}. */
  public RecentPeaks since(long millis) {
    return new RecentPeaks(
        steps.stream().filter(step -> step.arrivedMillis() >= millis - WINDOW_MILLIS).toList());
  }

  /** The time after {@code millis} at which the next peak leaves; the highest time without one. */
  public long nextFallMillis(long millis) {
    return steps.stream()
        .mapToLong(step -> step.arrivedMillis() + WINDOW_MILLIS)
        .filter(last -> last >= millis)
        .map(last -> last + 1)
        .findFirst()
        .orElse(Long.MAX_VALUE);
  }

  /** The highest use in the trailing window, the current use included. */
  public long highestBytes(long nowMillis, long currentBytes) {
    return since(nowMillis).steps.stream()
        .mapToLong(Step::peakBytes)
        .reduce(currentBytes, Math::max);
  }
}
