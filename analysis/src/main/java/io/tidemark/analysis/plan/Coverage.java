package io.tidemark.analysis.plan;

import java.util.Arrays;

/**
 * The length of the union of address ranges that are added and removed, each in logarithmic time.
 * Implemented as a segment tree over the distinct ends of all ranges, which must be known in
 * advance.
 */
final class Coverage {

  private final long[] ends;
  private final int[] holders;
  private final long[] covered;

  /** The range and the change that are being applied. */
  private int first;

  private int last;
  private int by;

  Coverage(long[] allEnds) {
    ends = Arrays.stream(allEnds).sorted().distinct().toArray();
    holders = new int[Math.max(1, 4 * ends.length)];
    covered = new long[holders.length];
  }

  long length() {
    return covered[0];
  }

  /** Adds ({@code +1}) or removes ({@code −1}) a holder of {@code [from, to)}. */
  void change(long from, long to, int holdersMore) {
    if (from < to) {
      first = Arrays.binarySearch(ends, from);
      last = Arrays.binarySearch(ends, to);
      by = holdersMore;
      change(0, 0, ends.length - 1);
    }
  }

  private void change(int node, int from, int to) {
    if (last <= from || to <= first) {
      return;
    }
    boolean leaf = to - from == 1;
    if (first <= from && to <= last) {
      holders[node] += by;
    } else {
      int middle = (from + to) >>> 1;
      change(2 * node + 1, from, middle);
      change(2 * node + 2, middle, to);
    }
    if (holders[node] > 0) {
      covered[node] = ends[to] - ends[from];
    } else {
      covered[node] = leaf ? 0 : covered[2 * node + 1] + covered[2 * node + 2];
    }
  }
}
