package io.tidemark.app.simulate;

/**
 * Course of memory use over a log. In a runtime log it is DRAM over time, in a compiler's log local
 * memory from one layer group to the next.
 */
public enum Scenario {
  /** Use varies around one level; each compiled group fits. */
  STEADY,
  /**
   * DRAM climbs past 90 % and 97 % and stays near 99 %. In a compiler's log each group needs more
   * local memory than the one before, so the search takes more tries.
   */
  CLIMBING,
  /**
   * Free DRAM stays constant while its largest block shrinks. A compiler's addresses get coarser,
   * so the high-water rises although the buffers do not grow.
   */
  FRAGMENTATION,
  /** Every fourth submission, or every eighth group, needs far more memory than its neighbours. */
  SPIKE,
  /**
   * Use climbs until an allocation fails and the process ends, then starts again. In a compiler's
   * log the last group finds no setting that fits, and the next compilation begins.
   */
  OOM
}
