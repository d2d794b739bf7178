package io.tidemark.analysis.plan;

import io.tidemark.model.event.MemoryEvent.Interval;
import io.tidemark.model.plan.FindingKind;
import io.tidemark.model.plan.PlanRecord.Finding;
import io.tidemark.model.plan.PlanRecord.Partner;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.TreeSet;

/**
 * Finds placed buffers that are live at one step and share addresses, in a plan that forbids it. A
 * sweep over the steps compares each buffer only with its neighbours by address. It reports no
 * false overlaps. If overlaps exist, it reports at least one, but not all.
 */
public final class PlanOverlaps {

  private static final Comparator<Interval> BY_ADDRESS =
      Comparator.<Interval>comparingLong(i -> i.extent().start())
          .thenComparingLong(Interval::offset);

  private final TreeSet<Interval> live = new TreeSet<>(BY_ADDRESS);
  private final PriorityQueue<Interval> ending =
      new PriorityQueue<>(Comparator.comparingInt(Interval::lastStep));
  private final List<Finding> findings = new ArrayList<>();

  private PlanOverlaps() {}

  /** Returns the overlaps of intervals that do not wrap and come from distinct lines. */
  public static List<Finding> of(List<Interval> intervals) {
    PlanOverlaps overlaps = new PlanOverlaps();
    intervals.stream()
        .filter(interval -> interval.placed() && interval.bytes() > 0)
        .sorted(Comparator.comparingInt(Interval::firstStep))
        .forEach(overlaps::begin);
    return overlaps.findings;
  }

  private void begin(Interval next) {
    // The last step is inclusive: buffers that end before this one begins are removed.
    for (Interval end = ending.peek();
        end != null && end.lastStep() < next.firstStep();
        end = ending.peek()) {
      live.remove(ending.remove());
    }
    Interval below = live.lower(next);
    if (below != null && next.extent().start() < below.extent().end()) {
      found(below, next);
    }
    Interval above = live.higher(next);
    if (above != null && above.extent().start() < next.extent().end()) {
      found(above, next);
    }
    live.add(next);
    ending.add(next);
  }

  private void found(Interval one, Interval next) {
    String what =
        one.buffer().name() + " and " + next.buffer().name() + " at step " + next.firstStep();
    findings.add(new Finding(FindingKind.OVERLAP, what, List.of(partner(one), partner(next))));
  }

  private static Partner partner(Interval interval) {
    return new Partner(interval.buffer().name(), interval.bytes());
  }
}
