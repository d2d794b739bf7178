package io.tidemark.app.simulate;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * A simple allocator of one bank: best fit, lowest address first; neighbours are merged when freed.
 */
final class FreeList {

  static final long NOWHERE = -1;

  private static final long ALIGNMENT = 32;

  private final long capacityBytes;
  private final TreeMap<Long, Long> free = new TreeMap<>();
  private final Map<Long, Long> used = new HashMap<>();
  private long usedBytes;

  FreeList(long capacityBytes) {
    this.capacityBytes = capacityBytes;
    free.put(0L, capacityBytes);
  }

  long capacityBytes() {
    return capacityBytes;
  }

  long usedBytes() {
    return usedBytes;
  }

  long freeBytes() {
    return capacityBytes - usedBytes;
  }

  long largestFreeBytes() {
    long largest = 0;
    for (long size : free.values()) {
      largest = Math.max(largest, size);
    }
    return largest;
  }

  /** Address in the smallest block that holds {@code bytes}, or {@link #NOWHERE}. */
  long allocate(long bytes) {
    long wanted = aligned(bytes);
    long best = NOWHERE;
    long bestSize = Long.MAX_VALUE;
    for (Map.Entry<Long, Long> block : free.entrySet()) {
      if (block.getValue() >= wanted && block.getValue() < bestSize) {
        best = block.getKey();
        bestSize = block.getValue();
      }
    }
    return best == NOWHERE ? NOWHERE : take(best, 0, wanted);
  }

  /**
   * Address in the largest block, {@code distance} bytes above its start, as if a temporary tensor
   * had been below it: this splits the free block.
   */
  long allocateInLargest(long bytes, long distance) {
    long wanted = aligned(bytes);
    long largest = largestFreeBytes();
    if (largest < wanted) {
      return NOWHERE;
    }
    for (Map.Entry<Long, Long> block : free.entrySet()) {
      if (block.getValue() == largest) {
        return take(block.getKey(), Math.min(aligned(distance), largest - wanted), wanted);
      }
    }
    throw new IllegalStateException("no free block has the largest size " + largest);
  }

  void release(long address) {
    Long size = used.remove(address);
    if (size == null) {
      throw new IllegalArgumentException("nothing is allocated at " + address);
    }
    usedBytes -= size;
    long start = address;
    long end = address + size;
    Long after = free.remove(end);
    if (after != null) {
      end += after;
    }
    Map.Entry<Long, Long> before = free.lowerEntry(start);
    if (before != null && before.getKey() + before.getValue() == start) {
      start = before.getKey();
    }
    free.put(start, end - start);
  }

  private long take(long block, long distance, long bytes) {
    Long size = free.remove(block);
    if (size == null) {
      throw new IllegalStateException("no free block at " + block);
    }
    long address = block + distance;
    if (distance > 0) {
      free.put(block, distance);
    }
    long rest = size - distance - bytes;
    if (rest > 0) {
      free.put(address + bytes, rest);
    }
    used.put(address, bytes);
    usedBytes += bytes;
    return address;
  }

  private static long aligned(long bytes) {
    return (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  }
}
