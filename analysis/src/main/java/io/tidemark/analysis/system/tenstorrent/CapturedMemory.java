package io.tidemark.analysis.system.tenstorrent;

import io.tidemark.analysis.memory.Block;
import io.tidemark.analysis.memory.FreedBuffer;
import io.tidemark.analysis.memory.Point;
import io.tidemark.analysis.state.Stored;
import io.tidemark.model.event.MemoryView;
import io.tidemark.model.event.Op;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Memory use of one device in a graph capture. L1 figures are of the fullest core, and three of
 * them overlap: both totals include buffers and circular buffers.
 */
@Stored
final class CapturedMemory {

  private long dramCapacity;
  private long coreCapacity;
  private long dram;
  private long buffers;
  private long circular;
  private long inputs;

  /** The submission whose first change was seen. */
  private long submission;

  private boolean anyBlock;

  void described(long dramBytes, long l1Bytes) {
    dramCapacity = dramBytes;
    coreCapacity = l1Bytes;
  }

  void allocated(String memory, long bytes) {
    if (memory.equals("DRAM")) {
      dram += bytes;
    } else {
      buffers += bytes;
    }
  }

  /** Frees a buffer. Returns an entry for each affected figure, with its producer. */
  List<FreedBuffer> freed(String memory, long bytes, @Nullable String producer) {
    allocated(memory, -bytes);
    List<String> figures =
        memory.equals("DRAM") ? List.of(memory) : List.of("L1", "L1_TOTAL", "L1_WITH_INPUTS");
    return figures.stream().map(figure -> new FreedBuffer(figure, producer, bytes)).toList();
  }

  void circular(long bytes) {
    circular += bytes;
  }

  void circularFreed() {
    circular = 0;
  }

  /** Adds an L1 buffer that existed before the capture. */
  void heldBefore(long bytes) {
    inputs += bytes;
  }

  /** Whether this is the first change by the running outermost function. */
  boolean first(long running) {
    boolean first = submission != running;
    submission = running;
    return first;
  }

  Block block(Point point, @Nullable Op op, @Nullable Op owner, List<FreedBuffer> freed) {
    // Use before the first block is unknown, so its change has no owner.
    Block block = new Block(point, op, anyBlock ? owner : null, freed);
    anyBlock = true;
    block.views().add(view("DRAM", dram, dramCapacity));
    block.views().add(view("L1", buffers, coreCapacity));
    block.views().add(view("L1_CB", circular, coreCapacity));
    block.views().add(view("L1_TOTAL", buffers + circular, coreCapacity));
    block.views().add(view("L1_WITH_INPUTS", buffers + circular + inputs, coreCapacity));
    return block;
  }

  /** Use may be negative after a buffer from before the capture was freed; it is limited to 0. */
  private static MemoryView view(String memory, long bytes, long capacity) {
    long used = Math.max(0, bytes);
    long free = Math.max(0, capacity - used);
    return new MemoryView(memory, 1, capacity, used, free, null);
  }
}
