package io.tidemark.ingest.generation;

/**
 * Decides when an unfinished line is shipped: once it has not grown for a while, and again after it
 * has grown. Its writer may have crashed, so a line end may never come.
 */
final class OpenLineTimer {

  private long grownMillis;

  /** End offset of the shipped unfinished line; 0 before the first time. */
  private long shippedEnd;

  /** Records that bytes came. */
  void grew(Round round) {
    grownMillis = round.steadyMillis();
  }

  boolean isDue(LineSplitter splitter, Round round) {
    return splitter.waits()
        && splitter.scanned() != shippedEnd
        && round.steadyMillis() - grownMillis >= round.openLineMillis();
  }

  LineBatch ship(LineSplitter splitter) {
    shippedEnd = splitter.scanned();
    return splitter.open();
  }
}
