package io.tidemark.analysis.system.xla;

import com.fasterxml.jackson.annotation.JsonTypeName;
import io.tidemark.analysis.line.Fact;
import org.jspecify.annotations.Nullable;

/**
 * Entries of the text files that XLA dumps for a compiled module: {@code
 * BufferAssignment::ToString} and {@code ValuesToString}, {@code HloLiveRange::ToString}. Names of
 * values end in their shape index, or {@code {}} if they have none, as in live ranges.
 */
public sealed interface XlaDumpFact extends Fact {

  @Override
  default String format() {
    return Xla.DUMP;
  }

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
   * @param shape as printed; {@code null} if it is longer than any but a tuple's, or unknown
   */
  @JsonTypeName("v")
  record Value(long id, String name, long bytes, long offset, @Nullable String shape)
      implements XlaDumpFact {}

  /** {@code <2 reduce_sum.5 @0>}: start of the block of one value. */
  record ValueHead(long id, String name) implements XlaDumpFact {}

  /** {@code from instruction: %name = …}, with the framework's op if the metadata names it. */
  @JsonTypeName("i")
  record Instruction(String name, @Nullable String opcode, @Nullable String op)
      implements XlaDumpFact {}

  /** {@code 153:fusion.5}: the instruction at a program point. */
  @JsonTypeName("p")
  record ProgramPoint(int step, String instruction) implements XlaDumpFact {}

  /** {@code fusion.5{}:153-160}, both inclusive. */
  @JsonTypeName("r")
  record LiveRange(String name, int first, int last) implements XlaDumpFact {}
}
