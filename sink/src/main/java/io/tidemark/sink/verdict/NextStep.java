package io.tidemark.sink.verdict;

import io.tidemark.model.ByteSize;
import io.tidemark.model.event.FailedAllocation;

/** What to try first after a failed allocation. */
public final class NextStep {

  private NextStep() {}

  public static String of(FailedAllocation failed) {
    Long missing = failed.diagnosis().missing(failed.bank());
    String less = missing == null ? "less" : ByteSize.text(missing) + " less";
    String where = failed.shortage().banks() > 1 ? less + " per bank" : less;
    return switch (failed.diagnosis()) {
      case LARGER_THAN_AN_EMPTY_BANK ->
          "Split it: it needs " + where + " to fit into the empty memory.";
      case NOT_ENOUGH_FREE ->
          "Use a smaller batch, a shorter context or a smaller cache: it would fit with "
              + where
              + ".";
      case FRAGMENTED ->
          "Allocate large tensors first, or start the process again before: it would fit with "
              + where
              + ".";
      case A_FREE_BLOCK_COULD_HOLD_IT ->
          "A free block could have held it: look for dependencies or an interleaving limit.";
      case BUFFERS_BEYOND_L1 -> "Use smaller blocks: the program's buffers need " + where + ".";
      case BUFFERS_CLASH ->
          "Move an L1 tensor to DRAM, or use smaller blocks: it would fit with " + where + ".";
      case TRACE_REGION_TOO_SMALL ->
          "Open the device with trace_region_size >= %d.".formatted(failed.bank().neededPerBank());
      case REGION_TOO_SMALL ->
          "Enlarge the region, or use a smaller program: it needs " + where + ".";
      case UNKNOWN ->
          "The log states too little: memory lines show what was free, and who held it.";
    };
  }
}
