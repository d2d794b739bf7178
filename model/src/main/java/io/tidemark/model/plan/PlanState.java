package io.tidemark.model.plan;

import com.fasterxml.jackson.annotation.JsonEnumDefaultValue;
import java.util.Locale;

/** State of a static plan. */
public enum PlanState {
  /** The log may add more to the plan. */
  OPEN,
  /** The plan was read completely, but the log does not say whether the planner succeeded. */
  COMPLETE,
  /** The log says that the planner found a place for all buffers. */
  SUCCESS,
  /** The planner gave up. */
  FAILED,
  /** The log ended before the plan did. */
  TRUNCATED,
  /** A state of a newer release. */
  @JsonEnumDefaultValue
  UNKNOWN;

  /** Name of the state in records and documents. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Whether the plan was read to its end and did not fail. */
  public boolean whole() {
    return this == COMPLETE || this == SUCCESS;
  }
}
