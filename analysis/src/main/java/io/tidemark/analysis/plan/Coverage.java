package io.tidemark.analysis.plan;

import java.util.Arrays;

/**
 * The length of the union of address ranges that come and go, each in logarithmic time: a segment
 * tree over the distinct ends of all ranges that will ever come.
 */
final class Coverage {

  private final long[] ends;
  private final int[] holders;
  private final long[] covered;

  /** The range and the change that are being booked. */
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

  /** One holder more ({@code +1}) or less ({@code −1}) of {@code [from, to)}. */
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
