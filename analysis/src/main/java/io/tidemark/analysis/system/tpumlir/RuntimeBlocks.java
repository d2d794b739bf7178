package io.tidemark.analysis.system.tpumlir;

import io.tidemark.analysis.memory.Block;
import io.tidemark.analysis.memory.OpNameLimiter;
import io.tidemark.analysis.memory.Point;
import io.tidemark.analysis.memory.RunOutput;
import io.tidemark.analysis.state.Stored;
import io.tidemark.model.event.MemoryView;
import io.tidemark.model.event.Op;
import java.util.Map;
import java.util.TreeMap;

/**
 * Memory use of TPU-MLIR's runtime from its blocks. Blocks are listed in order of allocation, each
 * with its time of release. Use is thus known at every allocation, where the peaks are.
 */
@Stored
final class RuntimeBlocks {

  private static final String DEVICE = "0";

  /**
   * Limit of distinct release times, so that a hostile log cannot fill the heap. A runtime holds
   * about a hundred blocks.
   */
  private static final int MAX_ENDS = 4096;

  private final Map<String, Use> byMemory = new TreeMap<>();

  @Stored
  private static final class Use {
    private long bytes;

    /** Bytes released, by time. */
    private TreeMap<Long, Long> ends = new TreeMap<>();

    /** Applies releases up to {@code micros}. Returns whether there were any. */
    private boolean goneBy(long micros) {
      Map<Long, Long> gone = ends.headMap(micros, true);
      boolean any = !gone.isEmpty();
      bytes -= gone.values().stream().mapToLong(Long::longValue).sum();
      gone.clear();
      return any;
    }

    private void apply(BmProfileFact.Block block) {
      bytes += block.bytes();
      if (block.freedMicros() > 0) {
        long end = Math.max(block.freedMicros(), block.allocatedMicros());
        ends.merge(ends.size() < MAX_ENDS ? end : later(end), block.bytes(), Long::sum);
      }
    }

    /** Returns the next known release time: above the limit a block is released a little late. */
    private long later(long end) {
      Long next = ends.ceilingKey(end);
      return next == null ? ends.lastKey() : next;
    }
  }

  void apply(BmProfileFact.Block block, RunOutput out) {
    String memory = block.memoryName();
    Use use = byMemory.computeIfAbsent(memory, name -> new Use());
    if (use.goneBy(block.allocatedMicros())) {
      out.stated(DEVICE, view(memory, use));
    }
    use.apply(block);
    String what = OpNameLimiter.cut(block.what());
    Op op = what.isEmpty() ? null : new Op(what, null, "");
    Block taken = new Block(op == null ? null : Point.AFTER_OPERATION, op, op);
    taken.views().add(view(memory, use));
    out.stated(DEVICE, taken);
  }

  /** Applies all remaining releases at the end of the log. */
  void close(RunOutput out) {
    byMemory.forEach(
        (memory, use) -> {
          if (use.goneBy(Long.MAX_VALUE)) {
            out.stated(DEVICE, view(memory, use));
          }
        });
  }

  private static MemoryView view(String memory, Use use) {
    return new MemoryView(memory, 1, 0, use.bytes, 0, 0L);
  }
}
