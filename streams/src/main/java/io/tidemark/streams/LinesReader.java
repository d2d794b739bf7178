package io.tidemark.streams;

import org.jspecify.annotations.Nullable;

/** Reads slices of one source again, from one partition of {@code tidemark.lines}. */
interface LinesReader extends AutoCloseable {

  /**
   * The next slice of {@code source}. Returns within milliseconds, without a slice if none is at
   * hand.
   *
   * @param from offset of the first record to read
   * @param last offset of the last record to read
   */
  Read read(String source, long from, long last);

  /** Closes the connection; the next read opens another. */
  @Override
  void close();

  /**
   * The result of one read.
   *
   * @param slice {@code null} if there is none
   * @param next offset of the next read; records deleted by retention are skipped
   */
  record Read(@Nullable Received slice, long next) {}
}
