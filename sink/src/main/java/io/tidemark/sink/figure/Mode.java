package io.tidemark.sink.figure;

/** How a run's lines are read; it separates the series of a live run from those of a replay. */
public enum Mode {
  /** While its log grows. */
  LIVE("live"),
  /** From a log at rest. */
  REPLAY("replay");

  private final String label;

  Mode(String label) {
    this.label = label;
  }

  /** The value of the label {@code mode}; in samples without a scrape also of {@code instance}. */
  public String label() {
    return label;
  }
}
