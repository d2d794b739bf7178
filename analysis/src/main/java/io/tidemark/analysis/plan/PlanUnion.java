package io.tidemark.analysis.plan;

import io.tidemark.model.event.MemoryEvent.Interval;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Bytes in use if live buffers may share addresses (aliases, in-place updates). A byte held by
 * several buffers counts once.
 */
public final class PlanUnion {

  private PlanUnion() {}

  /** The highest use of placed intervals at any step, in bytes. */
  public static long peak(List<Interval> intervals) {
    int steps = intervals.stream().mapToInt(LiveSteps::highestStep).max().orElse(-1) + 1;
    return Arrays.stream(perStep(intervals, steps)).max().orElse(0);
  }

  /** Bytes used at each step by placed intervals. */
  static long[] perStep(List<Interval> intervals, int steps) {
    List<List<Integer>> begins = lists(steps + 1);
    List<List<Integer>> ends = lists(steps + 1);
    for (int i = 0; i < intervals.size(); i++) {
      Interval interval = intervals.get(i);
      int[] lives = interval.placed() ? LiveSteps.of(interval, steps) : new int[0];
      for (int life = 0; life < lives.length; life += 2) {
        begins.get(lives[life]).add(i);
        ends.get(lives[life + 1]).add(i);
      }
    }
    Coverage live = coverage(intervals);
    long[] used = new long[steps + 1];
    for (int step = 0; step < steps; step++) {
      change(live, intervals, ends.get(step), -1);
      change(live, intervals, begins.get(step), 1);
      used[step] = live.length();
    }
    return used;
  }

  private static Coverage coverage(List<Interval> intervals) {
    long[] ends = new long[2 * intervals.size()];
    for (int i = 0; i < intervals.size(); i++) {
      Interval interval = intervals.get(i);
      ends[2 * i] = interval.extent().start();
      ends[2 * i + 1] = interval.extent().end();
    }
    return new Coverage(ends);
  }

  /** Bytes that a placed interval holds at any step. */
  static long everHeld(List<Interval> intervals) {
    Coverage held = coverage(intervals);
    for (Interval i : intervals) {
      if (i.placed()) {
        held.change(i.extent().start(), i.extent().end(), 1);
      }
    }
    return held.length();
  }

  private static void change(Coverage live, List<Interval> intervals, List<Integer> which, int by) {
    for (int i : which) {
      Interval interval = intervals.get(i);
      live.change(interval.extent().start(), interval.extent().end(), by);
    }
  }

  private static List<List<Integer>> lists(int count) {
    List<List<Integer>> lists = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      lists.add(new ArrayList<>(0));
    }
    return lists;
  }

  /** Bytes of one class that are live at {@code step}. */
  static long at(List<Interval> intervals, int step, String bufferClass) {
    return everHeld(
        intervals.stream()
            .filter(i -> i.lifetime().at(step) && i.buffer().bufferClass().equals(bufferClass))
            .toList());
  }

  /**
   * The length of the union of address ranges that are added and removed, each in logarithmic time.
   * Implemented as a segment tree over the distinct ends of all ranges, which must be known in
   * advance.
   */
  private static final class Coverage {

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
}
