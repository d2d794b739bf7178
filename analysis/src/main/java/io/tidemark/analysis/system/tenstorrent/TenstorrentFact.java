package io.tidemark.analysis.system.tenstorrent;

import io.tidemark.analysis.line.Fact;
import io.tidemark.analysis.memory.Point;
import io.tidemark.analysis.message.MessageFact;
import io.tidemark.analysis.message.StatedMemory;
import io.tidemark.analysis.system.tenstorrent.mlir.TensorEffect;
import io.tidemark.model.event.Diagnosis;
import io.tidemark.model.event.FailedAllocation;
import io.tidemark.model.event.MemoryView;
import io.tidemark.model.event.Shortage;
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

  /**
   * A failed allocation.
   *
   * @param where cores, program or mesh, if stated
   * @param raised whether this is the text of an exception, not a record of the logger
   */
  record AllocationFailed(
      String device,
      String memory,
      Shortage shortage,
      Diagnosis diagnosis,
      @Nullable String where,
      boolean raised)
      implements TenstorrentFact {

    /** The failed allocation that a message states. */
    static AllocationFailed of(MessageFact fact) {
      FailedAllocation failure = StatedMemory.failure(fact);
      return new AllocationFailed(
          failure.device(),
          failure.memory(),
          failure.shortage(),
          failure.diagnosis(),
          failure.where() == null ? failure.during() : failure.where(),
          fact.raised());
    }

    /** The same text without the logger's head. */
    public AllocationFailed asRaised() {
      return new AllocationFailed(device, memory, shortage, diagnosis, where, true);
    }

    FailedAllocation allocation(@Nullable String running) {
      return new FailedAllocation(device, memory, shortage, diagnosis, where, running);
    }
  }
}
