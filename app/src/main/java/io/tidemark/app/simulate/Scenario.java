package io.tidemark.app.simulate;

import io.tidemark.model.Refusal;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Course of memory use over a log; {@link #toString} is its name on the command line. In a runtime
 * log it is DRAM over time, in a compiler's log local memory from one layer group to the next.
 */
public enum Scenario {
  /** Use varies around one level; each compiled group fits. */
  STEADY,
  /**
   * DRAM climbs past 90 % and 97 % and stays near 99 %; in a compiler's log each group needs more
   * local memory than the one before, so that the search takes more tries.
   */
  CLIMBING,
  /**
   * Free DRAM stays while its largest block shrinks; a compiler places at ever coarser addresses,
   * so that the high-water rises though the buffers do not grow.
   */
  FRAGMENTATION,
  /** Every fourth submission, or every eighth group, needs far more than its neighbours. */
  SPIKE,
  /**
   * Climbs until an allocation fails and the process dies, then starts again; in a compiler's log
   * the last group finds no setting that fits, and the next compilation begins.
   */
  OOM;

  /**
   * The scenario of that name on the command line.
   *
   * @throws Refusal when no scenario has that name
   */
  public static Scenario named(String name) {
    return Arrays.stream(values())
        .filter(scenario -> scenario.toString().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new Refusal(
                    "--scenario %s: want one of %s"
                        .formatted(
                            name,
                            Arrays.stream(values())
                                .map(Scenario::toString)
                                .collect(Collectors.joining(", ")))));
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
