package io.tidemark.model.event;

/**
 * Use of a device's DRAM from the first phase to the end of this one, in bytes.
 *
 * @param currentBytes use at the end of the phase; negative if more was freed than was seen
 *     allocated
 */
public record CumulativeUse(long cumulativePeakBytes, long currentBytes) {
  public static final CumulativeUse NONE = new CumulativeUse(0, 0);
}
