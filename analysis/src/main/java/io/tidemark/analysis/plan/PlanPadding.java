package io.tidemark.analysis.plan;

import io.tidemark.model.event.MemoryEvent.Interval;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Padding of tiles at each step, if buffers may share addresses. Of each distinct range only the
 * buffer that began last counts, if its unpadded size is known.
 */
final class PlanPadding {

  private static final Comparator<Life> LATEST_BORN =
      Comparator.comparingInt((Life life) -> life.interval().firstStep())
          .reversed()
          .thenComparingInt(Life::order);

  private final Map<Range, SortedSet<Life>> live = new HashMap<>();
  private long padding;

  private record Range(long address, long bytes) {}

  private record Life(Interval interval, int order) {
    private Range range() {
      return new Range(interval.extent().start(), interval.bytes());
    }

    private long padding() {
      Long unpadded = interval.extent().unpaddedBytes();
      return unpadded == null ? 0 : Math.max(0, interval.bytes() - unpadded);
    }
  }

  private PlanPadding() {}

  static boolean stated(List<Interval> intervals) {
    return intervals.stream().anyMatch(i -> i.placed() && i.extent().unpaddedBytes() != null);
  }

  static long[] perStep(List<Interval> intervals, int steps) {
    Map<Integer, List<Life>> begins = new HashMap<>();
    Map<Integer, List<Life>> ends = new HashMap<>();
    for (int i = 0; i < intervals.size(); i++) {
      Interval interval = intervals.get(i);
      int[] lives = interval.placed() ? LiveSteps.of(interval, steps) : new int[0];
      for (int part = 0; part < lives.length; part += 2) {
        Life life = new Life(interval, i);
        begins.computeIfAbsent(lives[part], step -> new ArrayList<>()).add(life);
        ends.computeIfAbsent(lives[part + 1], step -> new ArrayList<>()).add(life);
      }
    }
    PlanPadding sum = new PlanPadding();
    long[] padding = new long[steps];
    for (int step = 0; step < steps; step++) {
      ends.getOrDefault(step, List.of()).forEach(sum::remove);
      begins.getOrDefault(step, List.of()).forEach(sum::add);
      padding[step] = sum.padding;
    }
    return padding;
  }

  private void add(Life life) {
    SortedSet<Life> sharing =
        live.computeIfAbsent(life.range(), range -> new TreeSet<>(LATEST_BORN));
    padding -= top(sharing);
    sharing.add(life);
    padding += top(sharing);
  }

  private void remove(Life life) {
    SortedSet<Life> sharing = live.get(life.range());
    if (sharing != null) {
      padding -= top(sharing);
      sharing.remove(life);
      padding += top(sharing);
    }
  }

  private static long top(SortedSet<Life> sharing) {
    return sharing.isEmpty() ? 0 : sharing.first().padding();
  }
}
