package io.tidemark.app.simulate;

import io.tidemark.app.simulate.LogText.Stock;
import io.tidemark.model.ByteSize;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.OptionalLong;

/**
 * The pages that a decoder keeps from one submission to the next. The scenarios differ here: a page
 * is replaced, or added while the old ones stay, or moved so that it splits free memory.
 */
final class KeyValueCache {

  /** Pages are multiples of this per bank, so that their tensors are whole tiles on every bank. */
  private static final long GRAIN_BYTES = 16 * 1024;

  private static final long PAGE_BYTES = 8 * ByteSize.MIB;
  private static final long SMALL_PAGE_BYTES = ByteSize.MIB / 4;
  private static final int SMALL_PAGES = 96;

  /** Kept free in one block for the operations that follow. */
  private static final long RESERVE_BYTES = 4 * ByteSize.MIB;

  private static final double TOP = 0.99;
  private static final double ALMOST_FULL = 0.975;
  private static final long LEAST_LARGEST_BYTES = 40 * ByteSize.MIB;

  private final Scenario scenario;
  private final Deque<Long> pages = new ArrayDeque<>();
  private long largestAtStart;

  KeyValueCache(Scenario scenario) {
    this.scenario = scenario;
  }

  /** A new process's first pages, allocated before its first submission. */
  void fill(FreeList dram) {
    boolean small = scenario == Scenario.FRAGMENTATION;
    for (int i = 0; i < (small ? SMALL_PAGES : DecoderProgram.LAYERS); i++) {
      pages.add(dram.allocate(small ? SMALL_PAGE_BYTES : PAGE_BYTES));
    }
    largestAtStart = 0;
  }

  /**
   * Updates a layer's cache for the next submission.
   *
   * @param progress of the scenario, 0 to 1
   * @return the bytes per bank that could not be allocated, if any
   */
  OptionalLong extend(Device device, int layer, double progress) {
    FreeList dram = device.dram();
    return switch (scenario) {
      case STEADY, SPIKE -> replace(device, layer);
      case CLIMBING -> climb(device, layer, Math.min(1, progress));
      case OOM ->
          progress < 1 || dram.usedBytes() < ALMOST_FULL * dram.capacityBytes()
              ? climb(device, layer, Math.min(1, progress))
              : add(device, layer, whole(dram.largestFreeBytes() + 16 * ByteSize.MIB));
      case FRAGMENTATION -> tear(device, layer, Math.min(1, progress));
    };
  }

  private OptionalLong replace(Device device, int layer) {
    OptionalLong failed = add(device, layer, PAGE_BYTES);
    dropOldest(device, layer, PAGE_BYTES);
    return failed;
  }

  /**
   * Adds pages up to the present level, at the upper end of the largest block, away from
   * short-lived tensors. Does nothing if less than a page is missing.
   */
  private OptionalLong climb(Device device, int layer, double progress) {
    FreeList dram = device.dram();
    long target = (long) (dram.capacityBytes() * (TOP / 2 + TOP / 2 * progress));
    long room = dram.largestFreeBytes() - RESERVE_BYTES;
    long bytes = whole(Math.min(target - dram.usedBytes(), room));
    if (bytes >= ByteSize.MIB) {
      device.pass(concat(layer, TensorType.tiled(shape(bytes))));
      pages.add(dram.allocateInLargest(bytes, Long.MAX_VALUE / 2));
    }
    return OptionalLong.empty();
  }

  /**
   * Moves the oldest page into the largest free block. Only the block's lower part stays free, with
   * the size that the scenario intends.
   */
  private OptionalLong tear(Device device, int layer, double progress) {
    FreeList dram = device.dram();
    long largest = dram.largestFreeBytes();
    if (largestAtStart == 0) {
      largestAtStart = largest;
    }
    long target = largestAtStart - (long) ((largestAtStart - LEAST_LARGEST_BYTES) * progress);
    if (largest - target < 4 * ByteSize.MIB) {
      return OptionalLong.empty();
    }
    device.pass(concat(layer, TensorType.tiled(shape(SMALL_PAGE_BYTES))));
    pages.add(dram.allocateInLargest(SMALL_PAGE_BYTES, target));
    dropOldest(device, layer, SMALL_PAGE_BYTES);
    return OptionalLong.empty();
  }

  private OptionalLong add(Device device, int layer, long bytes) {
    device.pass(concat(layer, TensorType.tiled(shape(bytes))));
    long address = device.dram().allocate(bytes);
    if (address == FreeList.NOWHERE) {
      return OptionalLong.of(bytes);
    }
    pages.add(address);
    return OptionalLong.empty();
  }

  private void dropOldest(Device device, int layer, long bytes) {
    String loc = DecoderProgram.location(layer, "LlamaAttention[self_attn]", "aten__cat");
    String type = TensorType.tiled(shape(bytes)).text();
    device.pass(ConstEval.deallocate("%arg" + (3 + layer), type, loc));
    device.dram().release(pages.remove());
  }

  private static Stock concat(int layer, TensorType page) {
    String text =
        "%s = \"ttnn.concat\"(%%arg%d) <{dim = 2 : si32}> : (%s) -> %s%s"
            .formatted(
                DecoderProgram.pageValue(layer),
                3 + layer,
                page.text(),
                page.text(),
                DecoderProgram.location(layer, "LlamaAttention[self_attn]", "aten__cat"));
    return RuntimeLines.operation(text, "ConcatOp");
  }

  /** Eight heads of 128: a tile on each of the twelve banks for every twelve positions. */
  private static long[] shape(long bytesPerBank) {
    return new long[] {1, 8, bytesPerBank / 2048 * TensorType.DRAM_BANKS, 128};
  }

  private static long whole(long bytes) {
    return bytes / GRAIN_BYTES * GRAIN_BYTES;
  }
}
