package io.tidemark.streams;

import org.jspecify.annotations.Nullable;

/** Reads slices of one source again, from one partition of {@code tidemark.lines}. */
interface LinesReader extends AutoCloseable {

  /**
   * The next slice of {@code source}; returns within milliseconds, without one while none is at
   * hand.
   *
   * @param from offset of the first record to look at
   * @param last offset of the last one
   */
  Read read(String source, long from, long last);

  /** Gives its connection back; the next read opens another. */
  @Override
  void close();

  /**
   * What one look came to.
   *
   * @param slice {@code null} for none
   * @param next where to read on; what retention has taken is passed over
   */
  record Read(@Nullable Received slice, long next) {}
}
