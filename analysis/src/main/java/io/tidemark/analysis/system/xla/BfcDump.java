package io.tidemark.analysis.system.xla;

import static io.tidemark.analysis.memory.MemoryBounds.UNKNOWN;

import io.tidemark.analysis.memory.MemoryBounds;
import io.tidemark.analysis.memory.OpNameLimiter;
import io.tidemark.analysis.memory.Sizes;
import io.tidemark.analysis.message.RowFact;
import io.tidemark.model.event.BankBytes;
import io.tidemark.model.event.FailedAllocation;
import io.tidemark.model.event.MemoryView;
import org.jspecify.annotations.Nullable;

/**
 * The allocator dump of one thread so far, from the failure to the occupancy map.
 *
 * @param of what its lines state
 */
record BfcDump(XlaRecord of) {

  /** Human-readable figures such as {@code 9.8KiB} are off by at most one part in this number. */
  private static final long ROUNDING = 100;

  private static final String LIMIT = "Limit";
  private static final String IN_USE = "InUse";
  private static final String MAX_IN_USE = "MaxInUse";
  private static final String WHOLE = "whole";

  /** Adds a line of the dump itself. */
  void apply(RowFact line) {
    if (line.is("dump")) {
      of.recount();
      of.put(WHOLE, 1);
    }
    of.add(line);
    if (line.figure("free") >= 0) {
      // The statistics below may be missing; they replace these figures.
      of.put(LIMIT, line.figure("limit"));
      of.put(IN_USE, Math.max(0, line.figure("limit") - line.figure("free") - unallocated()));
    }
  }

  /** Records a statistic, or returns why it is impossible for the limit stated before it. */
  MemoryBounds.@Nullable Breach statistic(String name, long value) {
    long limit = of.figure(LIMIT);
    MemoryBounds.Breach breach =
        limit >= 0 && (name.equals(IN_USE) || name.equals(MAX_IN_USE))
            ? MemoryBounds.of(1, limit, value, UNKNOWN, UNKNOWN, Sizes.rounding(limit)).breach()
            : null;
    if (breach == null) {
      of.put(name, Math.max(0, value));
    }
    return breach;
  }

  BfcMemory memory() {
    return BfcMemory.of(of.word("allocator"));
  }

  /** Highest stated use; −1 if unknown or not above the current use. */
  long peakBytes() {
    return of.figure(MAX_IN_USE) == of.figure(IN_USE) ? UNKNOWN : of.figure(MAX_IN_USE);
  }

  /** The current state of the memory; {@code null} without statistics. */
  @Nullable MemoryView view() {
    long used = of.figure(IN_USE);
    return of.figure(LIMIT) < 0 || used < 0 ? null : view(exact(used, "+chunks"), largest());
  }

  /** The state at the highest use; its largest free block is unknown. */
  MemoryView peak() {
    return view(peakBytes(), UNKNOWN);
  }

  private MemoryView view(long used, long largest) {
    long limit = of.figure(LIMIT);
    long capacity = unallocated() == 0 ? exact(limit, "+regions") : limit;
    long free = Math.max(0, capacity - used);
    return new MemoryView(memory().memory(), 1, capacity, used, free, Math.min(largest, free));
  }

  /** Returns the sum of listed sizes if the dump is whole and agrees with the rounded figure. */
  private long exact(long stated, String sum) {
    long summed = Math.max(0, of.figure(sum));
    boolean agrees = Math.abs(stated - summed) <= stated / ROUNDING;
    return agrees && of.figure(WHOLE) > 0 ? summed : stated;
  }

  private long unallocated() {
    return Math.max(0, of.figure("unallocated"));
  }

  /** The largest block that can still be allocated; {@link MemoryBounds#UNKNOWN} without one. */
  private long largest() {
    long block = of.figure("LargestFreeBlock");
    long stated = block > 0 ? block : UNKNOWN;
    long listed = Math.max(of.figure("^largest"), of.figure("+regions") < 0 ? UNKNOWN : 0);
    return listed < 0 ? stated : Math.max(Math.max(listed, stated), unallocated());
  }

  /** Creates the failure from everything known so far; {@code null} if there was none. */
  @Nullable FailedAllocation failure() {
    long needed = of.figures().getOrDefault("rounded", of.figure("bytes"));
    MemoryView view = view();
    BankBytes bank = view == null ? BankBytes.needed(needed) : BankBytes.of(needed, view);
    String op = of.word("op");
    return needed < 0
        ? null
        : FailedAllocation.of(
            memory().device(),
            memory().memory(),
            bank,
            null,
            op.isEmpty() ? null : OpNameLimiter.cut(op));
  }
}
