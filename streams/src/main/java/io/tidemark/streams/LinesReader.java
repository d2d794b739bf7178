package io.tidemark.streams;

import java.util.List;

/** Reads slices of one source again, from one partition of {@code tidemark.lines}. */
interface LinesReader extends AutoCloseable {

  /**
   * The next few slices of {@code source}; returns within milliseconds, with none while none is at
   * hand.
   *
   * @param from offset of the first record to look at
   * @param last offset of the last one
   */
  Batch read(String source, long from, long last);

  /** Gives its connection back; the next read opens another. */
  @Override
  void close();

  /**
   * Slices in order.
   *
   * @param next where to read on; what retention has taken is passed over
   */
  record Batch(List<Received> slices, long next) {
    public Batch {
      slices = List.copyOf(slices);
    }
  }
}
