package io.tidemark.analysis.plan;

import io.tidemark.analysis.memory.ModuleGroups;
import io.tidemark.analysis.memory.OpNameLimiter;
import io.tidemark.analysis.state.StateFormat;
import io.tidemark.model.event.MemoryEvent.Interval;
import io.tidemark.model.log.LogPosition;
import io.tidemark.model.plan.FindingKind;
import io.tidemark.model.plan.PlanRecord;
import io.tidemark.model.plan.PlanRecord.Backing;
import io.tidemark.model.plan.PlanRecord.Finding;
import io.tidemark.model.plan.PlanState;
import io.tidemark.model.plan.StatedPeak;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** One static plan: its intervals as they arrive, and their sums. */
public final class PlanFigures {

  static final int MAX_INTERVALS = 65_536;
  public static final int MAX_STEPS = 16_384;
  private static final long INTERVAL_BYTES = 400;
  private static final int MAX_BACKINGS = 256;

  public final int number;
  private final PlanHead head;
  private final List<Interval> intervals = new ArrayList<>();
  private final Set<Key> keys = new HashSet<>();
  private final FailedStack failed = new FailedStack();
  private final PageTexts texts = new PageTexts();
  private final PlanPageChanges changes;

  /** What makes buffers differ. A long name is cut, to bound the memory. */
  private record Key(String name, String bufferClass, int firstStep) {

    private static Key of(Interval interval) {
      return new Key(
          OpNameLimiter.cut(interval.buffer().name()),
          interval.buffer().bufferClass(),
          interval.firstStep());
    }
  }

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

  /** Size of the memory; 0 for unknown. */
  public long capacityBytes() {
    return head.capacityBytes;
  }

  public PlanState state() {
    return head.state;
  }

  /** The planner's settings; empty until {@link #name(String, String)} is called. */
  public String setting() {
    return head.setting;
  }

  public boolean named() {
    return !head.name.isEmpty();
  }

  /** Names the plan. An unnamed plan is not published. */
  public void name(String name, String setting) {
    head.name = name;
    head.setting = setting;
    touch(0);
  }

  /** Whether the plan has a buffer of this name, class and first step. */
  public boolean holds(Interval interval) {
    return keys.contains(Key.of(interval));
  }

  /** Adds a buffer. Returns it with the plan's name and memory, stacked if it has no place. */
  public Interval add(Interval printed) {
    Interval interval = printed.in(head.name, head.memory);
    head.at = interval.at();
    touch(0);
    if (intervals.size() >= MAX_INTERVALS || LiveSteps.highestStep(interval) >= MAX_STEPS) {
      head.cut++;
      return interval;
    }
    int last = PlanPageChanges.pages(intervals.size() + 1);
    interval = texts.admit(interval, last);
    keys.add(Key.of(interval));
    intervals.add(interval);
    changes.fill(last);
    if (failed.isLiftedBy(interval)) {
      IntStream.rangeClosed(1, last).forEach(changes::dirty);
    }
    return failed.apply(interval);
  }

  /**
   * Replaces all intervals. Pages after the new end become empty pages, which are stored and
   * published over the old ones.
   *
   * @param cut number of intervals left out before
   */
  public void replace(List<Interval> others, long cut, LogPosition at) {
    int last = PlanPageChanges.pages(intervals.size());
    intervals.clear();
    keys.clear();
    failed.clear();
    texts.clear();
    head.cut = cut;
    head.at = at;
    touch(0);
    others.forEach(this::add);
    for (int page = PlanPageChanges.pages(intervals.size()) + 1; page <= last; page++) {
      changes.empty(page, at.offset());
    }
  }

  /** Returns buffers that are held at once, one after another from address 0 on. */
  public static List<Interval> inRow(List<Interval> buffers) {
    List<Interval> row = new ArrayList<>();
    long address = 0;
    for (Interval buffer : buffers) {
      row.add(buffer.withExtent(buffer.extent().at(address)));
      address += buffer.bytes();
    }
    return row;
  }

  /** Approximate heap use in bytes. */
  long weightBytes() {
    return INTERVAL_BYTES * intervals.size() + 2 * texts.letters();
  }

  public List<Interval> intervals() {
    return intervals;
  }

  /** Whether it needs nothing, as far as is stated. */
  public boolean isEmpty() {
    return intervals.isEmpty() && head.reservedBytes == 0;
  }

  /** Sets a minimum size of the arena, regardless of its buffers. */
  public void reserve(long bytes) {
    head.reservedBytes = bytes;
    touch(0);
  }

  /** Counts an address once, even if several live buffers share it. */
  public void unite() {
    head.united = true;
    touch(0);
  }

  /**
   * Makes the arena the covered bytes instead of the high-water address: addresses start anywhere.
   */
  public void scatter() {
    head.scattered = true;
    touch(0);
  }

  /** Sets the bank size of the memory in bytes. */
  public void banks(long bytes) {
    head.bankBytes = Math.max(0, bytes);
    touch(0);
  }

  /** High-water address of the placed buffers so far; −1 if buffers were left out. */
  public long highWater() {
    return head.cut > 0 ? -1 : PlanSums.highWater(intervals);
  }

  /** Counts buffers that the log's reader left out. */
  public void leaveOut(long buffers) {
    head.cut += buffers;
    touch(0);
  }

  /** Sets the peak of unpadded bytes over all memories, as stated by the compiler. */
  public void logicalPeak(long bytes, int step) {
    head.logicalPeak = new StatedPeak(bytes, (long) step);
    touch(0);
  }

  /** Adds findings; above the limit the first are kept. */
  public void found(List<Finding> found) {
    head.found(found);
    touch(0);
  }

  public void found(FindingKind kind, List<String> what) {
    if (head.replaced(kind, what)) {
      touch(0);
    }
  }

  public boolean has(FindingKind kind) {
    return head.has(kind);
  }

  /** Sets steps and sizes that the compiler states besides the intervals. */
  public void outline(PlanOutline outline) {
    if (!outline.equals(head.outline)) {
      head.outline = outline;
      touch(0);
    }
  }

  /** Adds backing buffers, from which tensors borrow; above the limit the first are kept. */
  public void backedBy(List<Backing> backings) {
    head.backings.addAll(backings.subList(0, Math.min(backings.size(), MAX_BACKINGS)));
    touch(0);
  }

  /** Shows what it holds so far as a whole plan, to which more may come. */
  public void stand() {
    if (head.open() && !isEmpty()) {
      head.state = PlanState.COMPLETE;
      touch(0);
    }
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
   * Returns the pages of a named plan that changed since the last call.
   *
   * @param busy more input follows: the sums of a large open plan may wait
   */
  Map<Integer, PlanRecord> changedPages(boolean busy, ModuleGroups groups) {
    return named() ? changes.changed(busy, failed.any(), groups) : new TreeMap<>();
  }

  /** Whether changed sums are held back. */
  boolean waits() {
    return changes.waits();
  }

  /** Whether nothing changed since the last {@link #unstoredPages}. */
  boolean stored() {
    return changes.stored();
  }

  void markStored() {
    changes.markStored();
  }

  Map<Integer, byte[]> unstoredPages() {
    return changes.unstoredPages();
  }

  static PlanFigures read(int number, byte[] head) {
    PlanFigures plan = new PlanFigures(number, StateFormat.read(head, PlanHead.class));
    plan.changes.dirty(0);
    return plan;
  }

  void readPage(int page, byte[] bytes) {
    PlanPage stored = StateFormat.read(bytes, PlanPage.class);
    if (stored.emptiedAt() != null) {
      changes.readEmpty(page, stored.emptiedAt());
    }
    for (Interval interval : stored.intervals(head)) {
      intervals.add(texts.admit(interval, page));
      keys.add(Key.of(interval));
      failed.apply(interval);
    }
    changes.dirty(page);
  }
}
