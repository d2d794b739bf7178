package io.tidemark.analysis.line;

/** Is shown every line of a log's text, each before the fact that it states is recorded. */
@FunctionalInterface
public interface LineListener {

  /**
   * {@code bytes[start, end)} is the line without its end, of one that is too long its head. The
   * array is valid until the line's fact is recorded.
   *
   * @param number of the line within its generation, from 1
   */
  void onLine(byte[] bytes, int start, int end, long number);
}
