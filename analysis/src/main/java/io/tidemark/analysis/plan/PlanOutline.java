package io.tidemark.analysis.plan;

import io.tidemark.analysis.memory.OpNameLimiter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Figures that a compiler states for a plan besides its intervals.
 *
 * @param instructions instruction of each step; shorter than the plan if later ones are unknown
 * @param statedBytes printed total; {@code null} if unknown
 * @param fragmentationBytes size of the arenas above their highest use; {@code null} if unknown, or
 *     if values lie outside their arena
 * @param calledBytes allocations of called computations, outside the arena; {@code null} for none
 */
public record PlanOutline(
    List<String> instructions,
    @Nullable Long statedBytes,
    @Nullable Long fragmentationBytes,
    @Nullable Long calledBytes) {

  public static final PlanOutline UNKNOWN = new PlanOutline(List.of(), null, null, null);

  /** Limit of all names together, since they share one record with the use per step. */
  private static final int MAX_LETTERS = 128 * 1024;

  public PlanOutline {
    instructions = limited(instructions);
    fragmentationBytes =
        fragmentationBytes == null || fragmentationBytes < 0 ? null : fragmentationBytes;
    calledBytes = calledBytes == null || calledBytes == 0 ? null : calledBytes;
  }

  private static List<String> limited(List<String> instructions) {
    List<String> names = new ArrayList<>();
    int letters = 0;
    for (String instruction : instructions) {
      String name = OpNameLimiter.cut(instruction);
      letters += name.length() + 1;
      if (letters > MAX_LETTERS) {
        break;
      }
      names.add(name);
    }
    return List.copyOf(names);
  }
}
