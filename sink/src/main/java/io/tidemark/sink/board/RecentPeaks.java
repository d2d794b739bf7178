package io.tidemark.sink.board;

import java.util.Arrays;

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

  /** Without any peak. */
  public static final RecentPeaks NONE = new RecentPeaks(new long[0], new long[0]);

  /** Oldest first. */
  private final long[] arrivedMillis;

  /** The peak of each step, falling. */
  private final long[] peakBytes;

  private RecentPeaks(long[] arrivedMillis, long[] peakBytes) {
    this.arrivedMillis = arrivedMillis;
    this.peakBytes = peakBytes;
  }

  /** Adds a peak that arrived now; times never fall. */
  public RecentPeaks with(long millis, long bytes) {
    int from = 0;
    while (from < peakBytes.length && arrivedMillis[from] < millis - WINDOW_MILLIS) {
      from++;
    }
    int to = from;
    while (to < peakBytes.length && peakBytes[to] > bytes) {
      to++;
    }
    boolean full = to - from == MOST_STEPS;
    int kept = full ? from + 1 : from;
    long[] at = Arrays.copyOfRange(arrivedMillis, kept, to + 1);
    long[] peaks = Arrays.copyOfRange(peakBytes, kept, to + 1);
    at[at.length - 1] = millis;
    peaks[peaks.length - 1] = bytes;
    if (full) {
      peaks[0] = peakBytes[from];
    }
    return new RecentPeaks(at, peaks);
  }

  /** Leaves out the peaks that have left the window at {@code millis}. */
  public RecentPeaks since(long millis) {
    int from = 0;
    while (from < peakBytes.length && arrivedMillis[from] < millis - WINDOW_MILLIS) {
      from++;
    }
    return new RecentPeaks(
        Arrays.copyOfRange(arrivedMillis, from, peakBytes.length),
        Arrays.copyOfRange(peakBytes, from, peakBytes.length));
  }

  /** The time after {@code millis} at which the next peak leaves; the highest time without one. */
  public long nextFallMillis(long millis) {
    for (long arrived : arrivedMillis) {
      if (arrived + WINDOW_MILLIS >= millis) {
        return arrived + WINDOW_MILLIS + 1;
      }
    }
    return Long.MAX_VALUE;
  }

  /** The highest use in the trailing window, the current use included. */
  public long highestBytes(long nowMillis, long currentBytes) {
    for (int step = 0; step < peakBytes.length; step++) {
      if (arrivedMillis[step] >= nowMillis - WINDOW_MILLIS) {
        return Math.max(peakBytes[step], currentBytes);
      }
    }
    return currentBytes;
  }
}
