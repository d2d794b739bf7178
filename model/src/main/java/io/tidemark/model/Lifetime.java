package io.tidemark.model;

/**
 * The steps of a plan at which a buffer is live.
 *
 * @param firstStep inclusive; greater than {@code lastStep} means that the lifetime wraps around
 *     the end of the pipeline loop
 * @param lastStep inclusive; {@link #TO_THE_END} for a buffer that is never freed
 * @param wholeLoop held over every step of the loop, whatever the first and the last step
 */
public record Lifetime(int firstStep, int lastStep, boolean wholeLoop) {

  /** A {@code lastStep} after every other. */
  public static final int TO_THE_END = Integer.MAX_VALUE;

  /** Held over every step. */
  public static final Lifetime WHOLE_LOOP = new Lifetime(0, 0, true);

  /** From the first step to the last one, both inclusive. */
  public static Lifetime of(int firstStep, int lastStep) {
    return new Lifetime(firstStep, lastStep, false);
  }
}
