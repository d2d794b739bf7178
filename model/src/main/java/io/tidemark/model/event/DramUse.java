package io.tidemark.model.event;

/**
 * Use of a device's DRAM in one phase, in bytes, relative to the start of the phase.
 *
 * @param changeBytes allocated minus freed bytes, as printed
 */
public record DramUse(long peakBytes, long allocatedBytes, long freedBytes, long changeBytes) {
  public static final DramUse NONE = new DramUse(0, 0, 0, 0);
}
