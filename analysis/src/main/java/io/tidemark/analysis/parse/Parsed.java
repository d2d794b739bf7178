package io.tidemark.analysis.parse;

/** What became of a line. */
public sealed interface Parsed permits Fact, Parsed.Ignored, Parsed.Rejected {

  /** Belongs to no format, or says nothing about memory. */
  enum Ignored implements Parsed {
    IGNORED
  }

  /**
   * Began like a known record and broke.
   *
   * @param column where, in bytes from 1
   */
  record Rejected(String format, int column, String reason) implements Parsed {}
}
