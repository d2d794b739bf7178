package io.tidemark.model.memory;

/** How far the peaks of two runs may lie apart if they are of one program. */
public final class PeakRatio {

  /** A program that needs more times as much is another one, and no growth in per cent. */
  public static final int MOST = 10;

  private PeakRatio() {}

  /** Whether two peaks in bytes may be of one program. */
  public static boolean mayBeOfOneProgram(long one, long other) {
    long less = Math.min(one, other);
    return less > 0 && Math.max(one, other) / MOST <= less;
  }
}
