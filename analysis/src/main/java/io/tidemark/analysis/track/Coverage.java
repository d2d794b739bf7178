package io.tidemark.analysis.track;

import java.util.Arrays;
import java.util.stream.LongStream;

/**
 * The length of the union of address ranges that come and go, each in logarithmic time: a segment
 * tree over the distinct ends of all ranges that will ever come.
 */
final class Coverage {

  private final long[] ends;
  private final int[] holders;
  private final long[] covered;

  Coverage(LongStream allEnds) {
    ends = allEnds.sorted().distinct().toArray();
    holders = new int[Math.max(1, 4 * ends.length)];
    covered = new long[holders.length];
  }

  long length() {
    return covered[0];
  }

  /** One holder more ({@code +1}) or less ({@code −1}) of {@code [from, to)}. */
  void change(long from, long to, int by) {
    if (from < to) {
      int first = Arrays.binarySearch(ends, from);
      int last = Arrays.binarySearch(ends, to);
      change(0, new int[] {0, ends.length - 1}, new int[] {first, last}, by);
    }
  }

  private void change(int node, int[] span, int[] range, int by) {
    if (range[1] <= span[0] || span[1] <= range[0]) {
      return;
    }
    boolean leaf = span[1] - span[0] == 1;
    int middle = (span[0] + span[1]) >>> 1;
    if (range[0] <= span[0] && span[1] <= range[1]) {
      holders[node] += by;
    } else {
      change(2 * node + 1, new int[] {span[0], middle}, range, by);
      change(2 * node + 2, new int[] {middle, span[1]}, range, by);
    }
    if (holders[node] > 0) {
      covered[node] = ends[span[1]] - ends[span[0]];
    } else {
      covered[node] = leaf ? 0 : covered[2 * node + 1] + covered[2 * node + 2];
    }
  }
}
