package io.tidemark.app.simulate;

import io.tidemark.app.simulate.LogText.Stock;

/**
 * A buffer of a layer group in the local memory of a lane.
 *
 * @param unslicedBytes size before the tensor is cut; a weight is never cut
 * @param steps its timesteps, one bit each; all of them if it is held
 * @param name the record from its type to its address
 * @param life the record from its size to the slicing
 */
record LaneBuffer(long unslicedBytes, boolean sliced, long steps, Stock name, Stock life) {

  static final long ALIGNMENT_BYTES = 64;

  /** The kind of a buffer, as shown in its record. */
  record Kind(String lmemType, String opType, String mode, boolean held) {

    static Kind activation(String opType) {
      return new Kind("LMEM_ACTIVATION", opType, "TIMESTEP_LDST_UNKNOWN", false);
    }

    static Kind input() {
      return new Kind("LMEM_ACTIVATION", "top.Input", "TIMESTEP_LOAD", false);
    }

    static Kind weight() {
      return new Kind("LMEM_WEIGHT", "top.Weight", "TIMESTEP_LOAD", true);
    }

    static Kind scratch(String opType) {
      return new Kind("LMEM_OPERATION", opType, "TIMESTEP_LDST_UNKNOWN", false);
    }
  }

  /**
   * A buffer with its record's text.
   *
   * @param allSteps number of timesteps of the group, at most 64
   */
  static LaneBuffer of(
      Kind kind, String opName, long unslicedBytes, Lifetime lifetime, int allSteps) {
    String record = "; lmem_type = " + kind.lmemType + "; op_type = " + kind.opType;
    Stock name = Stock.of(record + "; op_name = " + opName + "; addr = ");
    Stock life =
        Stock.of(
            "; timestep_start = "
                + lifetime.start
                + "; timestep_end = "
                + lifetime.end
                + "; timestep_mode = "
                + kind.mode
                + "; hold_in_lmem = "
                + (kind.held ? 1 : 0)
                + "; allow_bank_conflict = 0; one_loop = 0; shape_secs = ");
    long all = allSteps == 64 ? -1 : (1L << allSteps) - 1;
    long steps = kind.held ? all : lifetime.steps() & all;
    return new LaneBuffer(unslicedBytes, !kind.lmemType.equals("LMEM_WEIGHT"), steps, name, life);
  }

  /**
   * First and last timestep, both inclusive; the start is after the end when the life wraps around
   * the pipeline's loop.
   */
  record Lifetime(int start, int end) {
    long steps() {
      long fromStart = -1L << start;
      long toEnd = -1L >>> (63 - end);
      return start <= end ? fromStart & toEnd : fromStart | toEnd;
    }
  }

  /** Size in bytes per lane when the activations are scaled by {@code factor}. */
  long bytes(double factor) {
    return sliced ? Math.max(32, (long) (unslicedBytes * factor) / 32 * 32) : unslicedBytes;
  }
}
