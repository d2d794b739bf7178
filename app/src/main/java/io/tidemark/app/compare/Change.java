package io.tidemark.app.compare;

/**
 * One figure of both runs, in bytes, or a count for a fault; 0 for a run without such a figure.
 *
 * @param what the figure's name, e.g. {@code device 0 DRAM}
 */
public record Change(String what, long before, long after) {

  public long bytes() {
    return after - before;
  }

  /** Growth in per cent of {@code before}; infinite if {@code before} is 0. */
  public double percent() {
    if (before == after) {
      return 0;
    }
    return before == 0 ? Double.POSITIVE_INFINITY : 100.0 * bytes() / before;
  }
}
