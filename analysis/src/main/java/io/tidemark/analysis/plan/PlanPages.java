package io.tidemark.analysis.plan;

import io.tidemark.model.event.MemoryEvent.Interval;
import io.tidemark.model.plan.PlanRecord;
import java.util.List;

/**
 * Splits the intervals of a plan into pages of {@link PlanRecord.Page#SIZE}, from 1; page 0 is the
 * head.
 */
final class PlanPages {

  private PlanPages() {}

  /** Number of pages for this number of intervals, also the number of the last page. */
  static int count(int intervals) {
    return (intervals + PlanRecord.Page.SIZE - 1) / PlanRecord.Page.SIZE;
  }

  static List<Interval> slice(List<Interval> intervals, int page) {
    int from = (page - 1) * PlanRecord.Page.SIZE;
    return intervals.subList(from, Math.min(intervals.size(), from + PlanRecord.Page.SIZE));
  }
}
