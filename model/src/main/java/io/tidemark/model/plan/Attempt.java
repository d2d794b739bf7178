package io.tidemark.model.plan;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.tidemark.model.log.LogPosition;
import org.jspecify.annotations.Nullable;

/**
 * One attempt of a planner to place its buffers.
 *
 * @param setting search setting, e.g. {@code shape_secs=1,1,1,5,4 allow_bank_conflict=0}; {@code
 *     null} if the planner has none
 * @param at position of the newest line of the plan
 */
public record Attempt(@Nullable String setting, PlanState state, @JsonUnwrapped LogPosition at) {
  public Attempt {
    setting = setting == null || setting.isEmpty() ? null : setting;
  }
}
