package io.tidemark.model;

/** How far a static plan has come. */
public enum PlanState {
  /** More may come. */
  OPEN("open"),
  /** All of it is read, and every buffer found a place or none was looked for. */
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

  /** Its word in records and documents. */
  public String word() {
    return word;
  }

  /** The state of this word; {@link #UNKNOWN} for any other word. */
  public static PlanState of(String word) {
    for (PlanState state : values()) {
      if (state.word.equals(word)) {
        return state;
      }
    }
    return UNKNOWN;
  }
}
