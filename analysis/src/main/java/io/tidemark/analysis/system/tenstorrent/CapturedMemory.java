package io.tidemark.analysis.system.tenstorrent;

import io.tidemark.analysis.memory.Block;
import io.tidemark.analysis.memory.FreedBuffer;
import io.tidemark.analysis.memory.Point;
import io.tidemark.analysis.state.Stored;
import io.tidemark.model.AdmissionLimits;
import io.tidemark.model.event.MemoryView;
import io.tidemark.model.event.Op;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Memory use of one device in a graph capture: a chip, or a mesh whose chips allocate alike. L1
 * figures are of the fullest core, and they overlap: both totals include the buffers and all memory
 * of the running program.
 */
@Stored
final class CapturedMemory {

  private static final String WITH_INPUTS = "L1_WITH_INPUTS";

  private long dram;
  private long buffers;
  private long inputs;

  /** The running program's memory by chip. */
  private final Map<String, ProgramMemory> programs = new TreeMap<>();

  /** The submission whose first change was seen. */
  private long submission;

  private boolean anyBlock;

  private record ProgramMemory(long circular, long other) {
    ProgramMemory with(ProgramMemory more) {
      return new ProgramMemory(circular + more.circular, other + more.other);
    }
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
        memory.equals("DRAM") ? List.of(memory) : List.of("L1", "L1_TOTAL", WITH_INPUTS);
    return figures.stream().map(figure -> new FreedBuffer(figure, producer, bytes)).toList();
  }

  /** Adds memory of the running program on a chip. */
  List<FreedBuffer> program(String chip, long circular, long other) {
    if (programs.containsKey(chip) || programs.size() < AdmissionLimits.MOST_DEVICES) {
      programs.merge(chip, new ProgramMemory(circular, other), ProgramMemory::with);
    }
    return List.of();
  }

  List<FreedBuffer> programFreed() {
    programs.clear();
    return List.of();
  }

  /** Adds an L1 buffer that existed before the capture. */
  void heldBefore(long bytes) {
    inputs += bytes;
  }

  List<FreedBuffer> freedInput(long bytes) {
    inputs -= bytes;
    return List.of(new FreedBuffer(WITH_INPUTS, null, bytes));
  }

  /** Whether this is the first change by the running outermost function. */
  boolean first(long running) {
    boolean first = submission != running;
    submission = running;
    return first;
  }

  /**
   * @param of capacities of the device
   */
  Block block(
      Point point,
      @Nullable Op op,
      @Nullable Op owner,
      List<FreedBuffer> freed,
      TtnnFact.CapturedDevice of) {
    // Use before the first block is unknown, so its change has no owner.
    Block block = new Block(point, op, anyBlock ? owner : null, null, freed);
    anyBlock = true;
    long total = buffers + fullest(memory -> memory.circular() + memory.other());
    block.views().add(view("DRAM", dram, of.dramBytes()));
    block.views().add(view("L1", buffers, of.l1Bytes()));
    block.views().add(view("L1_CB", fullest(ProgramMemory::circular), of.l1Bytes()));
    block.views().add(view("L1_TOTAL", total, of.l1Bytes()));
    block.views().add(view(WITH_INPUTS, total + inputs, of.l1Bytes()));
    return block;
  }

  private long fullest(ToLongFunction<ProgramMemory> bytes) {
    return programs.values().stream().mapToLong(bytes).max().orElse(0);
  }

  /** A freed buffer that was forgotten may be one from before the capture; use stays above 0. */
  private static MemoryView view(String memory, long bytes, long capacity) {
    long used = Math.max(0, bytes);
    long free = Math.max(0, capacity - used);
    return new MemoryView(memory, 1, capacity, used, free, null);
  }
}
