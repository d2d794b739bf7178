package io.tidemark.analysis.system.tpumlir;

import io.tidemark.analysis.line.Fact;

/** Rows of the memory accesses that {@code tpu_profile --format csv} writes ({@code mem.csv}). */
public sealed interface MemoryAccessFact extends Fact {

  @Override
  default String format() {
    return TpuMlir.MEMORY_ACCESSES;
  }

  /** The column names, which begin a table. */
  record Heading() implements MemoryAccessFact {}

  /**
   * A memory range that one command reads or writes.
   *
   * @param local whether it is in the first lane's local memory; otherwise in DDR
   * @param span time of the command
   * @param partition memory block in which the range begins; empty for none
   * @param what operand of the command
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

  /** Time of a command in microseconds since the first command of the profile. */
  record Span(double startMicros, double endMicros) {}
}
