package io.tidemark.analysis.parse;

/** Reads the lines of one system's log. Stateless. */
interface LineFormat {

  /** The format's name, as {@code --format}, rejects and metrics show it. */
  String name();

  /** What a line of it is known by, in a few words for a person whose log is not. */
  String sign();

  /**
   * {@code bytes[start, end)} is the line without its line end, blanks and colours before that.
   * Lone carriage returns are still in it; what follows the last one counts. Never throws on any
   * bytes.
   *
   * @return {@link Parsed.Ignored} when the line is not of this format
   */
  Parsed parse(byte[] bytes, int start, int end);
}
