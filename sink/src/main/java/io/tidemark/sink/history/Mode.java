package io.tidemark.sink.history;

/** How a run comes to its samples; by it the series of one are told from those of the other. */
public enum Mode {
  /** While its log grows. */
  LIVE("live"),
  /** From a log at rest. */
  REPLAY("replay");

  private final String label;

  Mode(String label) {
    this.label = label;
  }

  /** What stands in {@code mode}, and in {@code instance}: no scrape is there to say so. */
  String label() {
    return label;
  }
}
