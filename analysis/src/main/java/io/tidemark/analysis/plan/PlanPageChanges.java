package io.tidemark.analysis.plan;

import io.tidemark.model.MemoryEvent.Interval;
import io.tidemark.model.PlanRecord;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Which pages of a plan have yet to be stored and published; page 0 is its sums. */
final class PlanPageChanges {

  /** Below it the sums of all buffers cost nothing to speak of. */
  private static final long LARGE = 1024;

  private static final long SHARE_TO_GROW_BY = 8;

  /** How often in a row they may wait: a second of flushes, however slowly the plan grows. */
  private static final int MOST_WAITS = 20;

  private final PlanHead head;
  private final List<Interval> intervals;
  private final Set<Integer> unstored = new TreeSet<>();
  private final Set<Integer> dirty = new TreeSet<>();

  /** Pages that hold no interval any more, with the offset at which they lost the last. */
  private final Map<Integer, Long> emptied = new TreeMap<>();

  /** How many buffers the plan had when its sums were last published. */
  private long published;

  private int waited;

  /**
   * Of no page yet.
   *
   * @param intervals the plan's own list, which changes
   */
  PlanPageChanges(PlanHead head, List<Interval> intervals) {
    this.head = head;
    this.intervals = intervals;
  }

  /** To be stored and published. */
  void touch(int page) {
    unstored.add(page);
    dirty.add(page);
  }

  /** To be published. */
  void dirty(int page) {
    dirty.add(page);
  }

  /** To be stored. */
  void unstored(int page) {
    unstored.add(page);
  }

  /** An interval came to the page. */
  void fill(int page) {
    emptied.remove(page);
    touch(page);
  }

  /** The page lost its intervals. */
  void empty(int page, long offset) {
    emptied.put(page, offset);
    touch(page);
  }

  /** The page was stored as one without intervals. */
  void readEmpty(int page, long offset) {
    emptied.put(page, offset);
  }

  /**
   * The changed pages, and from then on none.
   *
   * @param busy more is to come at once: the sums of a large open plan wait until it has grown by
   *     an eighth, since they take all its buffers each time
   * @param failed whether some of its buffers were not placed
   */
  Map<Integer, PlanRecord> changed(boolean busy, boolean failed) {
    Map<Integer, PlanRecord> pages = new TreeMap<>();
    if (dirty.remove(0)) {
      if (busy && hardlyGrown() && waited < MOST_WAITS) {
        waited++;
      } else {
        pages.put(0, PlanSums.of(intervals, head));
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

  /** The sums are kept back. */
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
    List<Interval> some = PlanPages.slice(stacked, page);
    return new PlanRecord.Page(List.copyOf(some), some.get(some.size() - 1).offset());
  }

  boolean stored() {
    return unstored.isEmpty();
  }

  /** The bytes of the pages that changed since they were last asked for. */
  Map<Integer, byte[]> unstoredPages() {
    Map<Integer, byte[]> pages = new TreeMap<>();
    for (int page : unstored) {
      Long emptiedAt = emptied.get(page);
      byte[] bytes =
          page == 0
              ? head.toBytes()
              : emptiedAt != null
                  ? PlanPages.emptied(emptiedAt)
                  : PlanPages.toBytes(PlanPages.slice(intervals, page));
      pages.put(page, bytes);
    }
    unstored.clear();
    return pages;
  }
}
