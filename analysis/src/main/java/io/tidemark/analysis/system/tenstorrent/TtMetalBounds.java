package io.tidemark.analysis.system.tenstorrent;

import io.tidemark.analysis.memory.MemoryBounds;

/**
 * Bounds of the figures of tt-metal's allocator. Its documentation shows two used blocks of 8192 B,
 * with free bytes 2048 B above the rest, an eighth of the used bytes. The limit is twice that: a
 * quarter of the used bytes, but at least one block.
 */
final class TtMetalBounds {

  private static final long BLOCK = 8192;
  private static final long SHARE = 4;

  private TtMetalBounds() {}

  static MemoryBounds of(
      long banks, long capacity, long used, long free, long largestFree, long rounding) {
    long alignment = Math.max(BLOCK, used / SHARE);
    return new MemoryBounds(banks, capacity, used, free, largestFree, rounding, alignment);
  }
}
