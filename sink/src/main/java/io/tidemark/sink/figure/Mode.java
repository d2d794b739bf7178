package io.tidemark.sink.figure;

import java.util.Locale;

/** How the lines of a run are read; separates the series of a live run from those of a replay. */
public enum Mode {
  /** The log is read while it grows. */
  LIVE,
  /** The log is complete. */
  REPLAY;

  /**
   * The value of the label {@code mode}; for samples written without a scrape, also of {@code
   * instance}.
   */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
