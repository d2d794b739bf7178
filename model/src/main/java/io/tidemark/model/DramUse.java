package io.tidemark.model;

/**
 * Use of a device's DRAM in one phase, in bytes, counted from the phase's begin.
 *
 * @param changeBytes allocated less freed, as printed
 */
public record DramUse(long peakBytes, long allocatedBytes, long freedBytes, long changeBytes) {
  public static final DramUse NONE = new DramUse(0, 0, 0, 0);
}
