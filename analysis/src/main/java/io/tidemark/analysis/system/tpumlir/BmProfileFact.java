package io.tidemark.analysis.system.tpumlir;

import io.tidemark.analysis.line.Fact;

/** What the text of a compiled net's profile ({@code net_N.profile}) states, line by line. */
public sealed interface BmProfileFact extends Fact {

  @Override
  default String format() {
    return TpuMlir.BM_PROFILE;
  }

  /** A subnet begins or ends. */
  record Subnet(int id, boolean begins) implements BmProfileFact {}

  /**
   * A layer; the tensors that follow are its own.
   *
   * @param local its tensors lie in local memory
   * @param name as printed, mostly empty
   */
  record Layer(boolean local, int id, String type, String name) implements BmProfileFact {}

  /**
   * A tensor that the layer before it reads or writes.
   *
   * @param bytes from shape and type, for the size that is printed is always 0; −1 when the type is
   *     unknown
   * @param globalAddress in DDR; 0 for a tensor in local memory
   * @param localAddress in a lane's local memory
   */
  record Tensor(
      int id, boolean input, boolean constant, long bytes, long globalAddress, long localAddress)
      implements BmProfileFact {}

  /** A command: of the DMA engine, else of the compute units. */
  record Command(boolean dma) implements BmProfileFact {}

  /**
   * A block of memory as the runtime took it and gave it back, printed when the runtime ends.
   *
   * @param memory of whom, see {@link #memoryName}
   * @param freedMicros 0 for one that was never given back; both times are of one clock
   * @param what it holds, as the runtime says: {@code coeff}, {@code neuron}…
   */
  record Block(
      int memory, long address, long bytes, long allocatedMicros, long freedMicros, String what)
      implements BmProfileFact {

    /** After the runtime's {@code PROFILE_MEM_TYPE_T}. */
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

  /** Any other line of it. */
  record Mark() implements BmProfileFact {}
}
