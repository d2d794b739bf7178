package io.tidemark.model.event;

/**
 * The steps of a plan at which a buffer is live.
 *
 * @param firstStep inclusive; greater than {@code lastStep} if the lifetime wraps around the end of
 *     the pipeline loop
 * @param lastStep inclusive; {@link #TO_THE_END} for a buffer that is never freed
 * @param wholeLoop whether the buffer is held over all steps of the loop, regardless of first and
 *     last step
 */
public record Lifetime(int firstStep, int lastStep, boolean wholeLoop) {

  /** A {@code lastStep} after all others. */
  public static final int TO_THE_END = Integer.MAX_VALUE;

  /** The buffer is held over all steps. */
  public static final Lifetime WHOLE_LOOP = new Lifetime(0, 0, true);

  /** Creates a lifetime from first to last step, both inclusive. */
  public static Lifetime of(int firstStep, int lastStep) {
    return new Lifetime(firstStep, lastStep, false);
  }

  /** Whether the buffer is live at a step. */
  public boolean at(int step) {
    boolean in = firstStep <= step;
    boolean out = step <= lastStep;
    return wholeLoop || (firstStep <= lastStep ? in && out : in || out);
  }
}
