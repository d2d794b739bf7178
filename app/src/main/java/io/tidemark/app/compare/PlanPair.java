package io.tidemark.app.compare;

import io.tidemark.model.plan.PlanRecord;
import org.jspecify.annotations.Nullable;

/**
 * One plan on both sides; {@code null} on a side without it.
 *
 * @param name its name; both names if they differ
 */
record PlanPair(
    String name, PlanRecord.@Nullable Summary before, PlanRecord.@Nullable Summary after) {

  static PlanPair of(@Nullable NamedPlan before, @Nullable NamedPlan after) {
    if (before == null || after == null) {
      NamedPlan one = before == null ? after : before;
      return new PlanPair(
          one == null ? "" : one.name(),
          before == null ? null : before.plan(),
          after == null ? null : after.plan());
    }
    boolean same = before.name().equals(after.name());
    String name = same ? before.name() : before.name() + " / " + after.name();
    return new PlanPair(name, before.plan(), after.plan());
  }
}
