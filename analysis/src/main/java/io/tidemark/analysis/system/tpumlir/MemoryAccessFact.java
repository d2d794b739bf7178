package io.tidemark.analysis.system.tpumlir;

import io.tidemark.analysis.line.Fact;

/** What {@code tpu_profile --format csv} writes of a run's memory accesses ({@code mem.csv}). */
public sealed interface MemoryAccessFact extends Fact {

  @Override
  default String format() {
    return TpuMlir.MEMORY_ACCESSES;
  }

  /** The names of the columns: a table begins. */
  record Heading() implements MemoryAccessFact {}

  /**
   * A range of memory that one command reads or writes.
   *
   * @param local in the first lane's local memory, else in DDR
   * @param span when the command ran
   * @param partition the block of memory that the range begins in, empty outside all
   * @param what the command's operand
   */
  record Access(
      boolean local,
      long address,
      long bytes,
      boolean write,
      Span span,
      String partition,
      String what)
      implements MemoryAccessFact {}

  /** When a command ran, in microseconds from the first command of the profile. */
  record Span(double startMicros, double endMicros) {}
}
