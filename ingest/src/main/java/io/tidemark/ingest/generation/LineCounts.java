package io.tidemark.ingest.generation;

import java.util.concurrent.atomic.LongAdder;

/**
 * Line counts of all generations since the start: {@code read = shipped + in flight}. Written by
 * the tailer's thread, read by any thread.
 */
public final class LineCounts {

  private final LongAdder read = new LongAdder();
  private final LongAdder shipped = new LongAdder();
  private final LongAdder holes = new LongAdder();

  public LineCounts() {}

  /** Number of whole lines cut from their files. */
  public long read() {
    return read.sum();
  }

  /** Number of lines that the broker has acknowledged. */
  public long shipped() {
    return shipped.sum();
  }

  /** Number of NUL bytes that were skipped in the place of lines. */
  public long holeBytes() {
    return holes.sum();
  }

  void addHole(long bytes) {
    holes.add(bytes);
  }

  void addRead(int lines) {
    read.add(lines);
  }

  void addShipped(int lines) {
    shipped.add(lines);
  }
}
