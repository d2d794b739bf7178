package io.tidemark.model.plan;

import io.tidemark.model.log.RunId;
import java.util.Comparator;

/**
 * One record of a static plan: page 0 is its {@link PlanRecord.Summary}, pages 1.. hold its
 * intervals ({@link PlanRecord.Page}) in the order of the log.
 *
 * @param plan the plan's name within its run, e.g. {@code lmem#3 1,1,1,5,4}
 */
public record PlanKey(RunId run, String plan, int page) implements Comparable<PlanKey> {

  private static final Comparator<PlanKey> ORDER =
      Comparator.comparing(PlanKey::run)
          .thenComparing(PlanKey::plan)
          .thenComparingInt(PlanKey::page);

  @Override
  public int compareTo(PlanKey other) {
    return ORDER.compare(this, other);
  }
}
