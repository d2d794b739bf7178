package io.tidemark.sink.verdict;

import io.tidemark.model.plan.PlanRecord;
import io.tidemark.model.plan.PlanSpace;
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
  /** The same of a memory that is none of a device, for which no size can be given. */
  OF_UNKNOWN_HOST,
  /** The plan may continue. */
  OPEN,
  /** The log ended before the plan did. */
  INCOMPLETE,
  /** The plan needs more than the memory has. */
  DOES_NOT_FIT,
  /** The planner found no place for a buffer, or gave up. */
  INFEASIBLE;

  public String words() {
    return this == OF_UNKNOWN_HOST
        ? CAPACITY_UNKNOWN.words()
        : name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  /** Whether the plan can run, as far as the log shows. */
  public boolean feasible() {
    return this == PLACED || isOfUnknownCapacity();
  }

  /** Whether it says nothing of whether the plan fits. */
  boolean isOfUnknownCapacity() {
    return this == CAPACITY_UNKNOWN || this == OF_UNKNOWN_HOST;
  }

  public static PlanVerdict of(PlanRecord.Summary plan) {
    long capacity = plan.space().sizeBytes();
    boolean placed = plan.arena().placements().failed() == 0;
    boolean exceeds = capacity > 0 && plan.arenaBytes() > capacity;
    if (placed && (exceeds || plan.tooLarge().isPresent())) {
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
    if (capacity > 0 || plan.space().perLane()) {
      return PLACED;
    }
    return plan.space().memory().equals(PlanSpace.HOST) ? OF_UNKNOWN_HOST : CAPACITY_UNKNOWN;
  }
}
