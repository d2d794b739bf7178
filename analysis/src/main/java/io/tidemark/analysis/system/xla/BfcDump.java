package io.tidemark.analysis.system.xla;

import static io.tidemark.analysis.memory.MemoryBounds.UNKNOWN;

import io.tidemark.analysis.memory.MemoryBounds;
import io.tidemark.analysis.memory.OpNameLimiter;
import io.tidemark.analysis.memory.Sizes;
import io.tidemark.analysis.state.Stored;
import io.tidemark.model.event.BankBytes;
import io.tidemark.model.event.FailedAllocation;
import io.tidemark.model.event.MemoryView;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The allocator dump of one thread so far, from the failure to the occupancy map. */
@Stored
final class BfcDump {

  /** Human-readable figures such as {@code 9.8KiB} are off by at most one part in this number. */
  private static final long ROUNDING = 100;

  private static final String LIMIT = "Limit";
  private static final String IN_USE = "InUse";
  private static final String MAX_IN_USE = "MaxInUse";

  private String allocator = "";
  private boolean whole;
  private long regionBytes;
  private long inUseBytes;
  private long largestFree = UNKNOWN;
  private long unallocated;

  /** By the name that the dump prints. */
  private final Map<String, Long> stats = new TreeMap<>();

  private long needed = UNKNOWN;
  private @Nullable String during;

  void apply(XlaLine line) {
    switch (line.kind()) {
      case FAILED -> {
        allocator = OpNameLimiter.cut(line.word("allocator"));
        long rounded = line.figure("rounded");
        needed = rounded < 0 ? line.bytes() : rounded;
        during = line.word("op").isEmpty() ? null : OpNameLimiter.cut(line.word("op"));
      }
      case DUMP -> {
        allocator = OpNameLimiter.cut(line.word("allocator"));
        whole = true;
        regionBytes = 0;
        inUseBytes = 0;
        largestFree = UNKNOWN;
      }
      case REGION -> {
        regionBytes = sum(regionBytes, line.bytes());
        largestFree = Math.max(0, largestFree);
      }
      case USED -> inUseBytes = sum(inUseBytes, line.bytes());
      case FREE -> largestFree = Math.max(largestFree, line.bytes());
      case POOL -> {
        unallocated = Math.max(0, line.figure("unallocated"));
        largestFree = Math.max(largestFree, line.figure("largest"));
        long free = line.figure("free");
        if (free >= 0) {
          // The statistics below may be missing; they replace these figures.
          long limit = line.figure("limit");
          stats.put(LIMIT, limit);
          stats.put(IN_USE, Math.max(0, limit - free - unallocated));
        }
      }
      default -> {}
    }
  }

  /** Adds with a limit, so that no log can overflow the sum. */
  private static long sum(long bytes, long more) {
    return Math.min(bytes + more, Long.MAX_VALUE >> 1);
  }

  /** Records a statistic, or returns why it is impossible for the limit stated before it. */
  MemoryBounds.@Nullable Breach statistic(String name, long value) {
    long limit = stat(LIMIT);
    MemoryBounds.Breach breach =
        limit >= 0 && (name.equals(IN_USE) || name.equals(MAX_IN_USE))
            ? MemoryBounds.of(1, limit, value, UNKNOWN, UNKNOWN, Sizes.rounding(limit)).breach()
            : null;
    if (breach == null) {
      stats.put(name, Math.max(0, value));
    }
    return breach;
  }

  private long stat(String name) {
    return stats.getOrDefault(name, UNKNOWN);
  }

  BfcMemory memory() {
    return BfcMemory.of(allocator);
  }

  /** Highest stated use; −1 if unknown or not above the current use. */
  long peakBytes() {
    return stat(MAX_IN_USE) == stat(IN_USE) ? UNKNOWN : stat(MAX_IN_USE);
  }

  /** The current state of the memory; {@code null} without statistics. */
  @Nullable MemoryView view() {
    long used = stat(IN_USE);
    return stat(LIMIT) < 0 || used < 0
        ? null
        : view(whole ? exact(used, inUseBytes) : used, largest());
  }

  /** The state at the highest use; its largest free block is unknown. */
  MemoryView peak() {
    return view(peakBytes(), UNKNOWN);
  }

  private MemoryView view(long used, long largest) {
    long limit = stat(LIMIT);
    long capacity = whole && unallocated == 0 ? exact(limit, regionBytes) : limit;
    long free = Math.max(0, capacity - used);
    return new MemoryView(memory().memory(), 1, capacity, used, free, Math.min(largest, free));
  }

  /** Returns the sum of listed sizes if it agrees with the rounded figure. */
  private static long exact(long stated, long summed) {
    return Math.abs(stated - summed) <= stated / ROUNDING ? summed : stated;
  }

  /** The largest block that can still be allocated; {@link MemoryBounds#UNKNOWN} without one. */
  private long largest() {
    long block = stat("LargestFreeBlock");
    long stated = block > 0 ? block : UNKNOWN;
    return largestFree < 0 ? stated : Math.max(Math.max(largestFree, stated), unallocated);
  }

  /** Creates the failure from everything known so far; {@code null} if there was none. */
  @Nullable FailedAllocation failure() {
    MemoryView view = view();
    BankBytes bank =
        view == null
            ? BankBytes.needed(needed)
            : new BankBytes(
                needed,
                view.capacityBytes(),
                view.usedBytes(),
                view.freeBytes(),
                view.largestFreeBytes());
    return needed < 0
        ? null
        : FailedAllocation.of(memory().device(), memory().memory(), bank, null, during);
  }
}
