package io.tidemark.sink.verdict;

import io.tidemark.model.plan.PlanRecord;
import io.tidemark.model.plan.PlanState;
import java.util.Locale;

/**
 * Whether a static plan can run. It depends on its figures, since few logs say that a planner
 * succeeded.
 */
public enum PlanVerdict {
  /** Every buffer has a place, and the memory holds them all. */
  PLACED,
  /** Every buffer has a place, but the size of the memory is unknown. */
  CAPACITY_UNKNOWN,
  /** The plan may continue. */
  OPEN,
  /** The log ended before the plan did. */
  INCOMPLETE,
  /** The plan needs more than the memory has. */
  DOES_NOT_FIT,
  /** The planner found no place for a buffer, or gave up. */
  INFEASIBLE;

  public String words() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  /** Whether the plan can run, as far as the log shows. */
  public boolean feasible() {
    return this == PLACED || this == CAPACITY_UNKNOWN;
  }

  public static PlanVerdict of(PlanRecord.Summary plan) {
    long capacity = plan.space().sizeBytes();
    boolean placed = plan.arena().placements().failed() == 0;
    if (placed && capacity > 0 && plan.arenaBytes() > capacity) {
      return DOES_NOT_FIT;
    }
    if (!placed || plan.state() == PlanState.FAILED) {
      return INFEASIBLE;
    }
    if (plan.state() == PlanState.OPEN) {
      return OPEN;
    }
    if (!plan.state().whole()) {
      return INCOMPLETE;
    }
    return capacity > 0 || plan.space().perLane() ? PLACED : CAPACITY_UNKNOWN;
  }
}
