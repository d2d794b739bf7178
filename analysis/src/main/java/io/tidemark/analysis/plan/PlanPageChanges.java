package io.tidemark.analysis.plan;

import io.tidemark.analysis.memory.ModuleGroups;
import io.tidemark.analysis.state.StateFormat;
import io.tidemark.model.event.MemoryEvent.Interval;
import io.tidemark.model.plan.PlanRecord;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Tracks which pages of a plan must be stored and published. Page 0 holds the sums; the others,
 * from 1, hold {@link PlanRecord.Page#SIZE} intervals each.
 */
final class PlanPageChanges {

  /** Below this number of buffers the cost of the sums is negligible. */
  private static final long LARGE = 1024;

  private static final long SHARE_TO_GROW_BY = 8;

  /** Limit of consecutive waits: a second of flushes, even if the plan grows slowly. */
  private static final int MOST_WAITS = 20;

  private final PlanHead head;
  private final List<Interval> intervals;
  private final Set<Integer> unstored = new TreeSet<>();
  private final Set<Integer> dirty = new TreeSet<>();

  /** Pages without intervals, with the offset at which they lost the last one. */
  private final Map<Integer, Long> emptied = new TreeMap<>();

  /** Number of buffers when the sums were last published. */
  private long published;

  private int waited;

  /**
   * @param intervals the plan's own mutable list
   */
  PlanPageChanges(PlanHead head, List<Interval> intervals) {
    this.head = head;
    this.intervals = intervals;
  }

  /** Number of pages for this number of intervals, also the number of the last page. */
  static int pages(int intervals) {
    return (intervals + PlanRecord.Page.SIZE - 1) / PlanRecord.Page.SIZE;
  }

  private static List<Interval> slice(List<Interval> intervals, int page) {
    int from = (page - 1) * PlanRecord.Page.SIZE;
    return intervals.subList(from, Math.min(intervals.size(), from + PlanRecord.Page.SIZE));
  }

  void touch(int page) {
    unstored.add(page);
    dirty.add(page);
  }

  void dirty(int page) {
    dirty.add(page);
  }

  void unstored(int page) {
    unstored.add(page);
  }

  /** Marks a page that got an interval. */
  void fill(int page) {
    emptied.remove(page);
    touch(page);
  }

  /** Marks a page that lost its intervals. */
  void empty(int page, long offset) {
    emptied.put(page, offset);
    touch(page);
  }

  /** Restores a page that was stored without intervals. */
  void readEmpty(int page, long offset) {
    emptied.put(page, offset);
  }

  /**
   * Returns the pages that changed since the last call.
   *
   * @param busy more input follows: the sums of a large open plan wait until it has grown by an
   *     eighth, since each sum goes over all its buffers
   * @param failed whether some of its buffers have no place
   */
  Map<Integer, PlanRecord> changed(boolean busy, boolean failed, ModuleGroups groups) {
    Map<Integer, PlanRecord> pages = new TreeMap<>();
    if (dirty.remove(0)) {
      if (busy && hardlyGrown() && waited < MOST_WAITS) {
        waited++;
      } else {
        pages.put(0, PlanSums.of(intervals, head, groups));
        published = size();
        waited = 0;
      }
    }
    if (!dirty.isEmpty()) {
      List<Interval> stacked = failed ? FailedStack.of(intervals) : intervals;
      dirty.forEach(page -> pages.put(page, page(stacked, page)));
      dirty.clear();
    }
    if (waits()) {
      dirty.add(0);
    }
    return pages;
  }

  /** Whether changed sums are held back. */
  boolean waits() {
    return waited > 0;
  }

  private boolean hardlyGrown() {
    return head.open() && published > LARGE && size() < published + published / SHARE_TO_GROW_BY;
  }

  private long size() {
    return intervals.size() + head.cut;
  }

  private PlanRecord.Page page(List<Interval> stacked, int page) {
    Long emptiedAt = emptied.get(page);
    if (emptiedAt != null) {
      return new PlanRecord.Page(List.of(), emptiedAt);
    }
    List<Interval> some = slice(stacked, page);
    return new PlanRecord.Page(List.copyOf(some), some.get(some.size() - 1).offset());
  }

  boolean stored() {
    return unstored.isEmpty();
  }

  void markStored() {
    unstored.clear();
  }

  /** Serializes the pages that changed since the last call. */
  Map<Integer, byte[]> unstoredPages() {
    Map<Integer, byte[]> pages = new TreeMap<>();
    for (int page : unstored) {
      Long emptiedAt = emptied.get(page);
      byte[] bytes =
          page == 0
              ? StateFormat.write(head)
              : StateFormat.write(
                  emptiedAt != null
                      ? PlanPage.emptied(emptiedAt)
                      : PlanPage.of(slice(intervals, page)));
      pages.put(page, bytes);
    }
    unstored.clear();
    return pages;
  }
}
