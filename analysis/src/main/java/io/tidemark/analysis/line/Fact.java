package io.tidemark.analysis.line;

/** What one line states, without context. Each log system seals its own facts. */
public non-sealed interface Fact extends Parsed {

  /** Name of the line's format, which its system declares. */
  String format();

  /**
   * Whether a runtime's own logger writes such a line. In a log with such lines, a Markdown fence
   * quotes none of them, and a line without the logger's head is a quotation.
   */
  default boolean fromLogger() {
    return false;
  }

  /** Whether no known text says it, so that a text before it may claim the line. */
  default boolean isGuess() {
    return false;
  }

  /** Whether a cut line must be rejected, since some of its items may be lost. */
  default boolean needsWholeLine() {
    return false;
  }
}
