package io.tidemark.analysis.system.tenstorrent;

import io.tidemark.analysis.line.Fact;
import io.tidemark.analysis.memory.Point;
import io.tidemark.analysis.system.tenstorrent.mlir.TensorEffect;
import io.tidemark.model.event.MemoryView;
import org.jspecify.annotations.Nullable;

/**
 * A line of the Tenstorrent runtime (tt-mlir, tt-metal) or its PJRT plugin. {@code device} is the
 * rank of an {@code [1,3]<stdout>:} prefix, else {@code "0"}.
 */
public sealed interface TenstorrentFact extends Fact {

  String device();

  @Override
  default String format() {
    return Tenstorrent.RUNTIME;
  }

  @Override
  default boolean fromLogger() {
    return true;
  }

  /** {@code Device memory state before operation X | before submit | after submit}. */
  record MemoryHeader(String device, Point point, @Nullable String op) implements TenstorrentFact {}

  /**
   * {@code Device DRAM memory state: MemoryView{…}}; figures in bytes per bank: round(MiB × 2^20).
   */
  record MemoryViewLine(
      String device,
      String memory,
      int banks,
      long capacityPerBank,
      long usedPerBank,
      long freePerBank,
      long largestFreePerBank)
      implements TenstorrentFact {

    /** Returns the figures over all banks. */
    MemoryView view() {
      int all = Math.max(1, banks);
      return new MemoryView(
          memory,
          all,
          capacityPerBank * all,
          usedPerBank * all,
          freePerBank * all,
          largestFreePerBank * all);
    }
  }

  /** {@code Executing operation: …}. */
  record OpStarted(String device, String mlirOp, @Nullable String location, TensorEffect tensors)
      implements TenstorrentFact {}

  /** {@code Tensor is retained thus not deallocating}: the current deallocation frees nothing. */
  record TensorRetained(String device) implements TenstorrentFact {}

  /** {@code Starting execution of program: …}. */
  record ProgramStarted(String device, String program) implements TenstorrentFact {}

  /** {@code Finished execution of program: …}. */
  record ProgramFinished(String device, String program) implements TenstorrentFact {}

  /** The PJRT client compiles ({@code module_builder}, {@code GetCompiledMemoryStats}). */
  record Compiling(String device) implements TenstorrentFact {}

  /** {@code PJRT_Plugin_Initialize}: a process started. */
  record ProcessStarted(String device) implements TenstorrentFact {}
}
