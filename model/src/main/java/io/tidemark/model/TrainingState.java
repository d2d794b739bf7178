package io.tidemark.model;

/** How far a trainer's summary has come. */
public enum TrainingState {
  /** It is being printed. */
  OPEN("open"),
  /** All of it is read. */
  COMPLETE("complete"),
  /** It broke off. */
  TRUNCATED("truncated"),
  /** A state of a newer release. */
  UNKNOWN("unknown");

  private final String word;

  TrainingState(String word) {
    this.word = word;
  }

  /** Its word in records and documents. */
  public String word() {
    return word;
  }

  /** The state of this word; {@link #UNKNOWN} for any other word. */
  public static TrainingState of(String word) {
    for (TrainingState state : values()) {
      if (state.word.equals(word)) {
        return state;
      }
    }
    return UNKNOWN;
  }
}
