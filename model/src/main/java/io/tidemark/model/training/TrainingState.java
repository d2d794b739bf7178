package io.tidemark.model.training;

/** State of a trainer's summary. */
public enum TrainingState {
  /** The summary is being printed. */
  OPEN("open"),
  /** The summary was read completely. */
  COMPLETE("complete"),
  /** The summary ended early. */
  TRUNCATED("truncated"),
  /** A state of a newer release. */
  UNKNOWN("unknown");

  private final String word;

  TrainingState(String word) {
    this.word = word;
  }

  /** Name of the state in records and documents. */
  public String word() {
    return word;
  }

  /** Returns the state of this name; {@link #UNKNOWN} for any other name. */
  public static TrainingState of(String word) {
    for (TrainingState state : values()) {
      if (state.word.equals(word)) {
        return state;
      }
    }
    return UNKNOWN;
  }
}
