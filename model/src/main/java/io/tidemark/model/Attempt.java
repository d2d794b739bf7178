package io.tidemark.model;

import java.util.Objects;

/**
 * One attempt of a planner to place its buffers.
 *
 * @param setting search setting, e.g. {@code shape_secs=1,1,1,5,4 allow_bank_conflict=0}; empty if
 *     the planner has none
 * @param at position of the newest line of the plan
 */
public record Attempt(String setting, PlanState state, LogPosition at) {
  public Attempt {
    Objects.requireNonNull(setting, "setting");
    Objects.requireNonNull(state, "state");
    Objects.requireNonNull(at, "at");
  }
}
