package io.tidemark.analysis.line;

/** What became of a line. */
public sealed interface Parsed
    permits Fact, Parsed.Ignored, Parsed.Quoted, Parsed.Rejected, Parsed.Sign, Parsed.Unprefixed {

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

  /** Reads exactly like a line of a format, where no logger of that format writes it. */
  enum Quoted implements Parsed {
    QUOTED
  }

  /** Says nothing of memory itself, but whose lines follow it. */
  enum Sign implements Parsed {
    /** An exception of a runtime is raised; its text follows. */
    ERROR_RAISED,
    /** The line between the head of tt-metal's exceptions and their text. */
    ERROR_INFO,
    /** A fence of Markdown: what stands up to the next one is somebody's quotation. */
    FENCE
  }

  /** A format's line without its logger's head: genuine only behind what vouches for it. */
  record Unprefixed(Fact fact, Voucher voucher) implements Parsed {}

  /** What stands before a genuine line that has no head of its own. */
  enum Voucher {
    /** {@link Sign#ERROR_RAISED}, then {@link Sign#ERROR_INFO}. */
    ERROR_WITH_INFO,
    /** {@link Sign#ERROR_RAISED}. */
    ERROR,
    /** Nothing but lines like it: the file begins with them. */
    LINES_ALIKE
  }
}
