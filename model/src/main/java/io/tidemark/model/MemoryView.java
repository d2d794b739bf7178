package io.tidemark.model;

import java.util.Objects;

/**
 * How full one memory is at one moment, over all its banks. {@code used + free} equals {@code
 * capacity} only within the log's own rounding (0.001 to 0.002 MiB per bank in Tenstorrent logs).
 *
 * @param memory the memory's name, see {@link MemoryKey}
 * @param banks how many banks the bytes below are summed over; 1 where a memory has none
 * @param capacityBytes allocatable size; 0 means that the memory is not configured
 * @param largestFreeBytes largest contiguous free block of one bank, times {@code banks}; {@link
 *     #UNKNOWN} where the log does not state how the free bytes lie
 */
public record MemoryView(
    String memory,
    int banks,
    long capacityBytes,
    long usedBytes,
    long freeBytes,
    long largestFreeBytes) {

  /** Stands for a figure that the log does not state. */
  public static final long UNKNOWN = -1;

  public MemoryView {
    Objects.requireNonNull(memory, "memory");
    if (banks < 1) {
      throw new IllegalArgumentException("banks " + banks + ": want at least 1");
    }
  }

  /** Used share of the capacity, 0 for a memory of capacity 0. */
  public double usedRatio() {
    return capacityBytes == 0 ? 0 : (double) usedBytes / capacityBytes;
  }

  /** {@code 1 − largest free / free}; 0 when nothing is free or the largest block is unknown. */
  public double fragmentation() {
    return freeBytes == 0 || largestFreeBytes < 0 ? 0 : 1 - (double) largestFreeBytes / freeBytes;
  }

  public long usedBytesPerBank() {
    return usedBytes / banks;
  }

  /** The same view with a capacity stated exactly elsewhere in the log. */
  public MemoryView withCapacityBytes(long exact) {
    return new MemoryView(memory, banks, exact, usedBytes, freeBytes, largestFreeBytes);
  }
}
