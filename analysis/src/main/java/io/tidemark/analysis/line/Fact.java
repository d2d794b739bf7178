package io.tidemark.analysis.line;

/** What a line says by itself. Each log system seals the facts of its own. */
public non-sealed interface Fact extends Parsed {

  /** Name of the format the line belongs to: one that its system declares. */
  String format();

  /**
   * Whether a runtime's own logger writes such a line. Where it writes, a fence of Markdown quotes
   * nothing of it, and a line without its head is a quotation.
   */
  default boolean fromLogger() {
    return false;
  }

  /** Whether a line that was cut says nothing, since some of its items may be lost. */
  default boolean needsWholeLine() {
    return false;
  }
}
