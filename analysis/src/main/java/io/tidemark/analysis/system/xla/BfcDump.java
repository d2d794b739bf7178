package io.tidemark.analysis.system.xla;

import static io.tidemark.analysis.memory.MemoryBounds.UNKNOWN;

import io.tidemark.analysis.memory.MemoryBounds;
import io.tidemark.analysis.memory.OpNameLimiter;
import io.tidemark.analysis.memory.Sizes;
import io.tidemark.analysis.state.Stored;
import io.tidemark.analysis.system.xla.BfcFact.Stat;
import io.tidemark.model.event.BankBytes;
import io.tidemark.model.event.Diagnosis;
import io.tidemark.model.event.MemoryEvent.OutOfMemory;
import io.tidemark.model.event.MemoryView;
import io.tidemark.model.event.Shortage;
import io.tidemark.model.log.LogPosition;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The allocator dump of one thread so far, from the failure to the occupancy map. */
@Stored
final class BfcDump {

  /** Human-readable figures such as {@code 9.8KiB} are off by at most one part in this number. */
  private static final long ROUNDING = 100;

  private String allocator = "";
  private boolean whole;
  private long regionBytes;
  private long inUseBytes;
  private long largestFree = -1;
  private long unallocated;
  private final Map<Stat, Long> stats = new EnumMap<>(Stat.class);
  private long needed = -1;
  private @Nullable String during;

  void failed(BfcFact.Failed line) {
    allocator = OpNameLimiter.cut(line.allocator());
    needed = line.roundedBytes() < 0 ? line.bytes() : line.roundedBytes();
    during = line.op().isEmpty() ? null : OpNameLimiter.cut(line.op());
  }

  void apply(BfcFact fact) {
    if (fact instanceof BfcFact.DumpStarted line) {
      allocator = OpNameLimiter.cut(line.allocator());
      whole = true;
      regionBytes = 0;
      inUseBytes = 0;
      largestFree = -1;
    } else if (fact instanceof BfcFact.Region line) {
      regionBytes = sum(regionBytes, line.bytes());
      largestFree = Math.max(0, largestFree);
    } else if (fact instanceof BfcFact.Chunk line) {
      if (line.inUse()) {
        inUseBytes = sum(inUseBytes, line.bytes());
      } else {
        largestFree = Math.max(largestFree, line.bytes());
      }
    } else if (fact instanceof BfcFact.Pool line) {
      unallocated = Math.max(0, line.unallocatedBytes());
      largestFree = Math.max(largestFree, line.largestFreeBytes());
      if (line.freeBytes() >= 0) {
        // The statistics below may be missing; they replace these figures.
        long used = line.limitBytes() - line.freeBytes() - unallocated;
        stats.put(Stat.LIMIT, line.limitBytes());
        stats.put(Stat.IN_USE, Math.max(0, used));
      }
    }
  }

  /** Adds with a limit, so that no log can overflow the sum. */
  private static long sum(long bytes, long more) {
    return Math.min(bytes + more, Long.MAX_VALUE >> 1);
  }

  /** Records a statistic, or returns why it is impossible for the limit stated before it. */
  MemoryBounds.@Nullable Breach apply(BfcFact.StatLine line) {
    Stat stat = line.stat();
    boolean use = stat == Stat.IN_USE || stat == Stat.MAX_IN_USE;
    long limit = stat(Stat.LIMIT);
    MemoryBounds.Breach breach =
        use && limit >= 0
            ? MemoryBounds.of(1, limit, line.value(), UNKNOWN, UNKNOWN, Sizes.rounding(limit))
                .breach()
            : null;
    if (breach == null) {
      stats.put(stat, Math.max(0, line.value()));
    }
    return breach;
  }

  private long stat(Stat stat) {
    return stats.getOrDefault(stat, -1L);
  }

  BfcMemory memory() {
    return BfcMemory.of(allocator);
  }

  /** Highest stated use; −1 if unknown or not above the current use. */
  long peakBytes() {
    return stat(Stat.MAX_IN_USE) == stat(Stat.IN_USE) ? -1 : stat(Stat.MAX_IN_USE);
  }

  /** The current state of the memory; {@code null} without statistics. */
  @Nullable MemoryView view() {
    return stat(Stat.LIMIT) < 0 || stat(Stat.IN_USE) < 0 ? null : view(used(), largest());
  }

  /** The state at the highest use; its largest free block is unknown. */
  MemoryView peak() {
    return view(peakBytes(), UNKNOWN);
  }

  private MemoryView view(long used, long largest) {
    long free = Math.max(0, capacity() - used);
    return new MemoryView(memory().memory(), 1, capacity(), used, free, Math.min(largest, free));
  }

  private long used() {
    return whole ? exact(stat(Stat.IN_USE), inUseBytes) : stat(Stat.IN_USE);
  }

  private long capacity() {
    long limit = stat(Stat.LIMIT);
    return whole && unallocated == 0 ? exact(limit, regionBytes) : limit;
  }

  /** Returns the sum of listed sizes if it agrees with the rounded figure. */
  private static long exact(long stated, long summed) {
    return Math.abs(stated - summed) <= stated / ROUNDING ? summed : stated;
  }

  /**
   * The largest block that can still be allocated; {@link MemoryBounds#UNKNOWN} if nothing states
   * it.
   */
  private long largest() {
    long stated = stat(Stat.LARGEST_FREE_BLOCK) > 0 ? stat(Stat.LARGEST_FREE_BLOCK) : UNKNOWN;
    return largestFree < 0 ? stated : Math.max(Math.max(largestFree, stated), unallocated);
  }

  /** Creates the failure from everything known so far; {@code null} if there was none. */
  @Nullable OutOfMemory failure(LogPosition at) {
    if (needed < 0) {
      return null;
    }
    MemoryView view = view();
    BankBytes bank = view == null ? BankBytes.needed(needed) : found(view);
    return new OutOfMemory(
        at,
        memory().device(),
        memory().memory(),
        Shortage.ofOneBank(bank),
        Diagnosis.of(decisive(bank)),
        null,
        during);
  }

  private BankBytes found(MemoryView view) {
    long free = view.freeBytes();
    long largest = Math.min(largest(), free);
    return BankBytes.stated(needed, view.capacityBytes(), view.usedBytes(), free, largest);
  }

  /** A request above the free bytes fits into no block, so the largest block does not matter. */
  private static BankBytes decisive(BankBytes bank) {
    Long need = bank.neededPerBank();
    Long free = bank.freePerBank();
    boolean tooLarge = need != null && free != null && need > free;
    return bank.largestFreePerBank() == null && tooLarge
        ? new BankBytes(need, bank.bankBytes(), bank.usedPerBank(), free, 0L)
        : bank;
  }
}
