package io.tidemark.ingest.generation;

/**
 * Decides when the line that waits for its end is shipped as it stands: once it has not grown for a
 * while, and again after it has grown. A crash may have been its writer's last word.
 */
final class OpenLineTimer {

  private long grownMillis;

  /** Up to here it is shipped; 0 before the first time. */
  private long shippedEnd;

  /** Bytes came. */
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
