package io.tidemark.model.event;

import io.tidemark.model.ByteSize;
import io.tidemark.model.memory.MemoryKey;
import org.jspecify.annotations.Nullable;

/**
 * Use of one memory at one moment, over all its banks. {@code used + free} equals {@code capacity}
 * only within the log's rounding (0.001 to 0.002 MiB per bank in Tenstorrent logs).
 *
 * @param memory the memory's name, see {@link MemoryKey}
 * @param banks number of banks included in the figures below; 1 if the memory has no banks
 * @param capacityBytes allocatable size; 0 if the memory is not configured
 * @param largestFreeBytes largest contiguous free block of one bank, times {@code banks}; {@code
 *     null} if the log does not state it
 */
public record MemoryView(
    String memory,
    int banks,
    long capacityBytes,
    long usedBytes,
    long freeBytes,
    @Nullable Long largestFreeBytes) {

  /**
   * Logs print MiB with three decimals: the exact value of a bank is within half of the last one.
   */
  public static final long ROUNDING_BYTES = 525;

  public MemoryView {
    largestFreeBytes = ByteSize.known(largestFreeBytes);
    if (banks < 1) {
      throw new IllegalArgumentException("banks " + banks + ": want at least 1");
    }
  }

  /** Used share of the capacity; 0 for a capacity of 0. */
  public double usedRatio() {
    return capacityBytes == 0 ? 0 : (double) usedBytes / capacityBytes;
  }

  /** {@code 1 − largest free / free}; 0 if nothing is free or the largest block is unknown. */
  public double fragmentation() {
    return freeBytes == 0 || largestFreeBytes == null
        ? 0
        : 1 - (double) largestFreeBytes / freeBytes;
  }

  /**
   * Whether an error line is about this memory and not about another device's. A sharded buffer has
   * fewer banks than its memory; only the size of a bank then shows which memory they are of.
   */
  public boolean isOf(Shortage shortage) {
    Long used = shortage.bank().usedPerBank();
    Long exact = shortage.bank().bankBytes();
    long size = capacityBytes / banks;
    boolean known = capacityBytes > 0;
    return (shortage.banks() == banks || (shortage.banks() < banks && known && exact != null))
        && (exact == null || !known || Math.abs(exact - size) <= ROUNDING_BYTES)
        && (used == null || !known || used <= size + ROUNDING_BYTES);
  }

  /** A copy with a capacity that the log states exactly elsewhere; what is free follows from it. */
  public MemoryView withCapacityBytes(long exact) {
    boolean known = capacityBytes > 0 || freeBytes > 0;
    long free = known ? freeBytes : Math.max(0, exact - usedBytes);
    return new MemoryView(memory, banks, exact, usedBytes, free, largestFreeBytes);
  }
}
