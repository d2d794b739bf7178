package io.tidemark.ingest.generation;

/**
 * Decides when an unterminated last line counts as complete. Its writer may have crashed, or never
 * writes a last line end.
 *
 * <ul>
 *   <li>It is a JSON object, or the file is one JSON document that ends here, and nothing came for
 *       a moment. A document is known only if it was read from its first byte.
 *   <li>Nothing came for {@link Round#openLineMillis}.
 * </ul>
 */
final class OpenLine {

  /** A writer may print a line and its line end apart. */
  static final long MOMENT_MILLIS = 300;

  private static final long UNKNOWN = -1;

  private final JsonBrackets document = new JsonBrackets();
  private long grownMillis = UNKNOWN;

  OpenLine(long startOffset) {
    if (startOffset > 0) {
      document.giveUp();
    }
  }

  /** Records bytes that came. */
  void grew(byte[] bytes, int length, Round round) {
    grownMillis = round.steadyMillis();
    document.add(bytes, length);
  }

  /** Records that nothing came. What was written before the first look has no known time. */
  void rested(Round round) {
    grownMillis = grownMillis == UNKNOWN ? round.steadyMillis() : grownMillis;
  }

  /** Records that bytes were taken back: the text is not known from its beginning any more. */
  void tookBack() {
    document.giveUp();
  }

  /** Whether nothing came for {@link Round#openLineMillis}. */
  boolean isSilent(Round round) {
    return round.steadyMillis() - grownMillis >= round.openLineMillis();
  }

  boolean isComplete(LineSplitter splitter, Round round) {
    long silentMillis = round.steadyMillis() - grownMillis;
    return splitter.waits()
        && (isSilent(round)
            || (silentMillis >= MOMENT_MILLIS && (document.closed() || splitter.holdsObject())));
  }
}
