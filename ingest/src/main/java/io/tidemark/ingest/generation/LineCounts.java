package io.tidemark.ingest.generation;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts of all generations since the start: lines, where {@code read = shipped + in flight}, and
 * unread data by reason. Written by the tailer's thread, read by any thread.
 */
public final class LineCounts {

  /** Why the rest of a generation is not read. */
  public enum Reason {
    /** The file was cut, no copy holds the rest, and bytes that were seen are lost. */
    REST_GONE,
    /** The file was cut and no copy holds a rest, but no bytes that were seen are lost. */
    CUT_WITHOUT_COPY,
    /** The file was removed or rewritten while no tailer ran, and no copy is left. */
    GONE_WHILE_DOWN,
    /** The file came and went between two looks, and is found under no other name. */
    CAME_AND_WENT,
    /** Every read of the file failed during the whole waiting time. */
    UNREADABLE
  }

  private final LongAdder read = new LongAdder();
  private final LongAdder shipped = new LongAdder();
  private final LongAdder holes = new LongAdder();
  private final LongAdder lostBytes = new LongAdder();
  private final Map<Reason, LongAdder> lost = new ConcurrentHashMap<>();

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

  /** Number of generations that ended before they were read to their end. */
  public long lost(Reason reason) {
    return lost.getOrDefault(reason, new LongAdder()).sum();
  }

  /** Number of bytes that were seen and are not read. */
  public long lostBytes() {
    return lostBytes.sum();
  }

  /** Counts generations of which at least this number of bytes is not read. */
  public void addLost(Reason reason, long generations, long bytes) {
    lost.computeIfAbsent(reason, any -> new LongAdder()).add(generations);
    lostBytes.add(bytes);
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
