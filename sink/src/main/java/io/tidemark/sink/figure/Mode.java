package io.tidemark.sink.figure;

/** How the lines of a run are read; separates the series of a live run from those of a replay. */
public enum Mode {
  /** The log is read while it grows. */
  LIVE("live"),
  /** The log is complete. */
  REPLAY("replay");

  private final String label;

  Mode(String label) {
    this.label = label;
  }

  /**
   * The value of the label {@code mode}; for samples written without a scrape, also of {@code
   * instance}.
   */
  public String label() {
    return label;
  }
}
