package io.tidemark.model.plan;

/** State of a static plan. */
public enum PlanState {
  /** The log may add more to the plan. */
  OPEN("open"),
  /** The plan was read completely, but the log does not say whether the planner succeeded. */
  COMPLETE("complete"),
  /** The log says that the planner found a place for all buffers. */
  SUCCESS("success"),
  /** The planner gave up. */
  FAILED("failed"),
  /** The log ended before the plan did. */
  TRUNCATED("truncated"),
  /** A state of a newer release. */
  UNKNOWN("unknown");

  private final String word;

  PlanState(String word) {
    this.word = word;
  }

  /** Name of the state in records and documents. */
  public String word() {
    return word;
  }

  /** Whether the plan was read to its end and did not fail. */
  public boolean whole() {
    return this == COMPLETE || this == SUCCESS;
  }

  /** Returns the state of this name; {@link #UNKNOWN} for any other name. */
  public static PlanState of(String word) {
    for (PlanState state : values()) {
      if (state.word.equals(word)) {
        return state;
      }
    }
    return UNKNOWN;
  }
}
