package io.tidemark.analysis.system.xla;

import com.fasterxml.jackson.annotation.JsonTypeName;
import io.tidemark.analysis.line.Fact;
import org.jspecify.annotations.Nullable;

/**
 * Lines of the text files that XLA dumps for a compiled module: {@code BufferAssignment::ToString}
 * and {@code ValuesToString}, {@code HloLiveRange::ToString}, {@code MemoryUsageReport}. Names of
 * values end in their shape index, or {@code {}} if they have none, as in live ranges.
 */
public sealed interface XlaDumpFact extends Fact {

  @Override
  default String format() {
    return Xla.DUMP;
  }

  /** {@code BufferAssignment:}. */
  record AssignmentStarted() implements XlaDumpFact {}

  /**
   * {@code allocation 305: size 109355008, color 1, preallocated-temp:}; a reusable slot.
   *
   * @param parameter number of the entry parameter; −1 for none
   * @param bufferClass the first match in XProf's order: parameter, output, thread-local, constant,
   *     else temporary
   * @param arena {@code preallocated-temp}: shared by values over time
   */
  @JsonTypeName("a")
  record Allocation(
      int index,
      long bytes,
      int color,
      int parameter,
      String bufferClass,
      boolean liveOut,
      boolean arena)
      implements XlaDumpFact {}

  /**
   * {@code value: <6062 copy-start.245{0} @1> (size=8388608,offset=100839424): bf16[…]}.
   *
   * @param bytes size on the device, with padded tiles
   */
  @JsonTypeName("v")
  record Value(long id, String name, long bytes, long offset, XlaDumpShape shape)
      implements XlaDumpFact {}

  /** {@code Total bytes used: 60382080 (57.58MiB)}, over all colours. */
  record TotalBytes(long bytes) implements XlaDumpFact {}

  /** {@code Used values:}. */
  record ValuesStarted() implements XlaDumpFact {}

  /** {@code <2 reduce_sum.5 @0>}: start of the block of one value. */
  record ValueHead(long id, String name) implements XlaDumpFact {}

  /** {@code from instruction: %name = …}, with the framework's op if the metadata names it. */
  @JsonTypeName("i")
  record Instruction(String name, @Nullable String opcode, @Nullable String op)
      implements XlaDumpFact {}

  /** {@code HloLiveRange (max 302):}. */
  record LiveRangeStarted(int max) implements XlaDumpFact {}

  /** {@code 153:fusion.5}: the instruction at a program point. */
  @JsonTypeName("p")
  record ProgramPoint(int step, String instruction) implements XlaDumpFact {}

  /** {@code fusion.5{}:153-160}, both inclusive. */
  @JsonTypeName("r")
  record LiveRange(String name, int first, int last) implements XlaDumpFact {}

  /** {@code Live ranges at 153 (peak):}; the peak of unpadded bytes over all memory spaces. */
  record LogicalPeak(int step) implements XlaDumpFact {}

  /**
   * {@code fusion.5{}: 2097152 bytes (cumulative: 2097156 bytes)}: a buffer at that peak, unpadded.
   *
   * @param cumulative whether it states the sum so far; older versions do not
   */
  record LogicalPeakBuffer(String name, long bytes, boolean cumulative) implements XlaDumpFact {}

  /** {@code Stack trace breakdown for peak usage: 57 768 984 bytes}. */
  record LogicalPeakTotal(long bytes) implements XlaDumpFact {}

  /** {@code Memory Space: vmem (color=1)}. */
  record Space(String name, int color) implements XlaDumpFact {}

  /** {@code Total bytes: 109355008 (104.29MiB)}, of the space named before it. */
  record SpaceTotal(long bytes) implements XlaDumpFact {}
}
