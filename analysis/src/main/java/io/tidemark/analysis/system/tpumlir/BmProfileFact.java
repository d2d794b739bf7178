package io.tidemark.analysis.system.tpumlir;

import io.tidemark.analysis.line.Fact;

/** Lines of the profile text of a compiled net ({@code net_N.profile}). */
public sealed interface BmProfileFact extends Fact {

  @Override
  default String format() {
    return TpuMlir.BM_PROFILE;
  }

  /** Start or end of a subnet. */
  record Subnet(int id, boolean begins) implements BmProfileFact {}

  /**
   * A layer, to which the following tensors belong.
   *
   * @param local whether its tensors are in local memory
   * @param name as printed, mostly empty
   */
  record Layer(boolean local, int id, String type, String name) implements BmProfileFact {}

  /**
   * A tensor that the layer before it reads or writes.
   *
   * @param bytes size from shape and type, since the printed size is always 0; −1 for an unknown
   *     type
   * @param globalAddress address in DDR; 0 for a tensor in local memory
   * @param localAddress address in a lane's local memory
   */
  record Tensor(
      int id, boolean input, boolean constant, long bytes, long globalAddress, long localAddress)
      implements BmProfileFact {}

  /** A command of the DMA engine or of the compute units. */
  record Command(boolean dma) implements BmProfileFact {}

  /**
   * A memory block of the runtime, printed when the runtime ends.
   *
   * @param memory kind of memory, see {@link #memoryName}
   * @param freedMicros 0 if it was never freed; both times are of one clock
   * @param what content according to the runtime: {@code coeff}, {@code neuron}…
   */
  record Block(
      int memory, long address, long bytes, long allocatedMicros, long freedMicros, String what)
      implements BmProfileFact {

    /** Name of the runtime's {@code PROFILE_MEM_TYPE_T}. */
    public String memoryName() {
      return switch (memory) {
        case 0 -> "HOST";
        case 1 -> "GMEM";
        case 2 -> "LMEM";
        case 3 -> "ARM";
        default -> "OTHER";
      };
    }
  }

  /** Any other line of the profile. */
  record Mark() implements BmProfileFact {}
}
