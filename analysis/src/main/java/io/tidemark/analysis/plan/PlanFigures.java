package io.tidemark.analysis.plan;

import io.tidemark.model.FindingKind;
import io.tidemark.model.LogPosition;
import io.tidemark.model.MemoryEvent.Interval;
import io.tidemark.model.PlanRecord;
import io.tidemark.model.PlanRecord.Backing;
import io.tidemark.model.PlanRecord.Finding;
import io.tidemark.model.PlanState;
import io.tidemark.model.StatedPeak;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** One static plan: its intervals as they come, and what they add up to. */
public final class PlanFigures {

  static final int MAX_INTERVALS = 65_536;
  public static final int MAX_STEPS = 16_384;
  private static final long INTERVAL_BYTES = 400;
  private static final int MAX_BACKINGS = 256;

  public final int number;
  private final PlanHead head;
  private final List<Interval> intervals = new ArrayList<>();
  private final BufferKeys keys = new BufferKeys();
  private final FailedStack failed = new FailedStack();
  private final PageTexts texts = new PageTexts();
  private final PlanPageChanges changes;

  private PlanFigures(int number, PlanHead head) {
    this.number = number;
    this.head = head;
    this.changes = new PlanPageChanges(head, intervals);
  }

  PlanFigures(int number, String memory, long capacityBytes, long alignBytes) {
    this(number, new PlanHead(memory, capacityBytes, alignBytes));
    changes.unstored(0);
  }

  public String name() {
    return head.name;
  }

  public String memory() {
    return head.memory;
  }

  public PlanState state() {
    return head.state;
  }

  /** What the planner tried, empty until {@link #name(String, String)}. */
  public String setting() {
    return head.setting;
  }

  public boolean named() {
    return !head.name.isEmpty();
  }

  /** Until it has a name, it is not published. */
  public void name(String name, String setting) {
    head.name = name;
    head.setting = setting;
    touch(0);
  }

  /** Whether a buffer of this name, class and first step is in it already. */
  public boolean holds(Interval interval) {
    return keys.contains(interval);
  }

  /** Adds a buffer; returns it in this plan and memory, stacked on the buffers before it. */
  public Interval add(Interval printed) {
    Interval interval = printed.in(head.name, head.memory);
    head.at = interval.at();
    touch(0);
    if (intervals.size() >= MAX_INTERVALS || LiveSteps.highestStep(interval) >= MAX_STEPS) {
      head.cut++;
      return interval;
    }
    int last = PlanPages.count(intervals.size() + 1);
    interval = texts.admit(interval, last);
    keys.add(interval);
    intervals.add(interval);
    changes.fill(last);
    if (failed.isLiftedBy(interval)) {
      IntStream.rangeClosed(1, last).forEach(changes::dirty);
    }
    return failed.apply(interval);
  }

  /**
   * Replaces all intervals; {@code cut} more were left out before. Pages beyond the new end become
   * empty ones, stored and published in the place of the old.
   */
  public void replace(List<Interval> others, long cut, LogPosition at) {
    int last = PlanPages.count(intervals.size());
    intervals.clear();
    keys.clear();
    failed.clear();
    texts.clear();
    head.cut = cut;
    head.at = at;
    touch(0);
    others.forEach(this::add);
    for (int page = PlanPages.count(intervals.size()) + 1; page <= last; page++) {
      changes.empty(page, at.offset());
    }
  }

  /** Roughly what it holds on the heap, bytes. */
  long weightBytes() {
    return INTERVAL_BYTES * intervals.size() + 2 * texts.letters();
  }

  public List<Interval> intervals() {
    return intervals;
  }

  /** The arena is as large as this, whatever its buffers use of it. */
  public void reserve(long bytes) {
    head.reservedBytes = bytes;
    touch(0);
  }

  /** Addresses that several live buffers hold count once. */
  public void unite() {
    head.united = true;
    touch(0);
  }

  /** Addresses begin anywhere: the arena is what they cover. */
  public void scatter() {
    head.scattered = true;
    touch(0);
  }

  /** The memory is made of banks of this size. */
  public void banks(long bytes) {
    head.bankBytes = Math.max(0, bytes);
    touch(0);
  }

  /** The high-water address of what is placed so far; −1 when some of it was left out. */
  public long highWater() {
    return head.cut > 0 ? -1 : PlanSums.highWater(intervals);
  }

  /** So many buffers were left out by the log's reader. */
  public void leaveOut(long buffers) {
    head.cut += buffers;
    touch(0);
  }

  /** The peak of unpadded bytes that the compiler itself states, whatever the memories. */
  public void logicalPeak(long bytes, int step) {
    head.logicalPeak = new StatedPeak(bytes, (long) step);
    touch(0);
  }

  /** Adds what was found wrong in it; of very many the first. */
  public void found(List<Finding> found) {
    head.found(found);
    touch(0);
  }

  /** Replaces what was found of a kind. */
  public void found(FindingKind kind, List<String> what) {
    if (head.replaced(kind, what)) {
      touch(0);
    }
  }

  /** Whether anything of this kind was found in it. */
  public boolean has(FindingKind kind) {
    return head.has(kind);
  }

  /** Replaces what is known of its steps and sizes beside the intervals. */
  public void outline(PlanOutline outline) {
    if (!outline.equals(head.outline)) {
      head.outline = outline;
      touch(0);
    }
  }

  /** The buffers that its tensors borrow; of very many the first. */
  public void backedBy(List<Backing> backings) {
    head.backings.addAll(backings.subList(0, Math.min(backings.size(), MAX_BACKINGS)));
    touch(0);
  }

  public void end(PlanState state, LogPosition at) {
    head.state = state;
    head.at = at;
    touch(0);
  }

  private void touch(int page) {
    changes.touch(page);
  }

  /**
   * The changed pages of a plan that has a name, and from then on none.
   *
   * @param busy more is to come at once: the sums of a large open plan may wait
   */
  Map<Integer, PlanRecord> changedPages(boolean busy) {
    return named() ? changes.changed(busy, failed.any()) : new TreeMap<>();
  }

  /** Its sums are kept back. */
  boolean waits() {
    return changes.waits();
  }

  /** Nothing changed since {@link #unstoredPages} was last asked for. */
  boolean stored() {
    return changes.stored();
  }

  Map<Integer, byte[]> unstoredPages() {
    return changes.unstoredPages();
  }

  static PlanFigures read(int number, byte[] head) {
    PlanFigures plan = new PlanFigures(number, PlanHead.read(head));
    plan.changes.dirty(0);
    return plan;
  }

  void readPage(int page, byte[] bytes) {
    List<Interval> stored = PlanPages.read(bytes, head);
    if (stored.isEmpty()) {
      changes.readEmpty(page, PlanPages.emptiedAt(bytes));
    }
    for (Interval interval : stored) {
      intervals.add(texts.admit(interval, page));
      keys.add(interval);
      failed.apply(interval);
    }
    changes.dirty(page);
  }
}
