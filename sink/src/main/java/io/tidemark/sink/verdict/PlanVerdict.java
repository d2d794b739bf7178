package io.tidemark.sink.verdict;

import io.tidemark.model.plan.PlanRecord;
import io.tidemark.model.plan.PlanState;

/**
 * Whether a static plan can run. It depends on its figures, since few logs say that a planner
 * succeeded.
 */
public enum PlanVerdict {
  /** Every buffer has a place, and the memory holds them all. */
  PLACED("placed"),
  /** Every buffer has a place, but the size of the memory is unknown. */
  CAPACITY_UNKNOWN("capacity unknown"),
  /** The plan may continue. */
  OPEN("open"),
  /** The log ended before the plan did. */
  INCOMPLETE("incomplete"),
  /** The plan needs more than the memory has. */
  DOES_NOT_FIT("does not fit"),
  /** The planner found no place for a buffer, or gave up. */
  INFEASIBLE("infeasible");

  private final String words;

  PlanVerdict(String words) {
    this.words = words;
  }

  /** The text of the verdict, the same everywhere. */
  public String words() {
    return words;
  }

  /** Whether the plan can run, as far as the log shows. */
  public boolean feasible() {
    return this == PLACED || this == CAPACITY_UNKNOWN;
  }

  /** The verdict of a plan. */
  public static PlanVerdict of(PlanRecord.Summary plan) {
    long capacity = plan.space().sizeBytes();
    if (plan.state() == PlanState.FAILED || plan.arena().placements().failed() > 0) {
      return INFEASIBLE;
    }
    if (capacity > 0 && plan.arenaBytes() > capacity) {
      return DOES_NOT_FIT;
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
