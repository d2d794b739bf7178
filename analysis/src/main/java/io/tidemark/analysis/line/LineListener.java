package io.tidemark.analysis.line;

/** Receives every line of a log, before the fact of the line is recorded. */
@FunctionalInterface
public interface LineListener {

  /**
   * Receives the line {@code bytes[start, end)} without its line end; only the head if it is too
   * long. The array is valid until the line's fact is recorded.
   *
   * @param number of the line within its generation, from 1
   */
  void onLine(byte[] bytes, int start, int end, long number);

  /** Number of the last ignored lines that it needs; 0 for none. */
  default int ignoredLines() {
    return Integer.MAX_VALUE;
  }
}
