package io.tidemark.model.event;

/** Highest use of one core's L1 in one phase, in bytes. */
public record L1Peaks(long circularBufferPeakBytes, long bufferPeakBytes, long totalPeakBytes) {
  public static final L1Peaks NONE = new L1Peaks(0, 0, 0);
}
