package io.tidemark.model.event;

import org.jspecify.annotations.Nullable;

/**
 * Cause of a failed allocation, by ttnn-visualizer's rules: need against bank size, free bytes and
 * largest free block of one bank.
 */
public enum Diagnosis {
  /** need &gt; bank size: no empty bank could hold it. */
  LARGER_THAN_AN_EMPTY_BANK("larger than an empty bank"),
  /** need &gt; free. */
  NOT_ENOUGH_FREE("not enough free"),
  /** free ≥ need &gt; largest free block, or an allocator keeps more than the need in pieces. */
  FRAGMENTED("fragmented"),
  /** largest free block ≥ need: dependencies or an interleaving limit prevented the allocation. */
  A_FREE_BLOCK_COULD_HOLD_IT("a free block could hold it"),
  /** Static buffers of a program end beyond a core's L1. */
  BUFFERS_BEYOND_L1("static buffers beyond L1"),
  /** Static buffers of a program end above the lowest buffer of its cores' L1. */
  BUFFERS_CLASH("static buffers clash with L1 buffers"),
  /** The trace region is smaller than the trace. */
  TRACE_REGION_TOO_SMALL("trace region too small"),
  /** A region of fixed size is smaller than what must lie in it. */
  REGION_TOO_SMALL("region too small"),
  /** The log states too few figures for a diagnosis. */
  UNKNOWN("unknown");

  private final String words;

  Diagnosis(String words) {
    this.words = words;
  }

  /** Lower-case words; also the label value of the metric. */
  public String words() {
    return words;
  }

  /** Returns the diagnosis from the known figures of one bank. */
  public static Diagnosis of(BankBytes bank) {
    Long need = bank.neededPerBank();
    Long free = bank.freePerBank();
    Long largestFree = bank.largestFreePerBank();
    if (need != null && bank.bankBytes() != null && need > bank.bankBytes()) {
      return LARGER_THAN_AN_EMPTY_BANK;
    }
    if (need == null || free == null) {
      return UNKNOWN;
    }
    if (need > free) {
      return NOT_ENOUGH_FREE;
    }
    if (largestFree == null) {
      return UNKNOWN;
    }
    return need > largestFree ? FRAGMENTED : A_FREE_BLOCK_COULD_HOLD_IT;
  }

  /**
   * Returns the bytes that were missing in one bank; {@code null} if the figures do not show it.
   */
  public @Nullable Long missing(BankBytes bank) {
    return switch (this) {
      case LARGER_THAN_AN_EMPTY_BANK, BUFFERS_BEYOND_L1, TRACE_REGION_TOO_SMALL, REGION_TOO_SMALL ->
          difference(bank.neededPerBank(), bank.bankBytes());
      case NOT_ENOUGH_FREE, BUFFERS_CLASH -> difference(bank.neededPerBank(), bank.freePerBank());
      case FRAGMENTED -> difference(bank.neededPerBank(), bank.largestFreePerBank());
      case A_FREE_BLOCK_COULD_HOLD_IT -> 0L;
      case UNKNOWN -> null;
    };
  }

  private static @Nullable Long difference(@Nullable Long needed, @Nullable Long there) {
    return needed == null || there == null ? null : needed - there;
  }
}
