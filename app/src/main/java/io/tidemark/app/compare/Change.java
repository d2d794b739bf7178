package io.tidemark.app.compare;

/**
 * A figure in both runs, in bytes; 0 where a run does not state it.
 *
 * @param what it is a figure of, e.g. {@code device 0 DRAM}
 */
public record Change(String what, long before, long after) {

  public long bytes() {
    return after - before;
  }

  /** Growth in per cent of {@code before}; infinite for what was not there before. */
  public double percent() {
    if (before == after) {
      return 0;
    }
    return before == 0 ? Double.POSITIVE_INFINITY : 100.0 * bytes() / before;
  }
}
