package io.tidemark.streams.read;

import java.util.HashMap;
import java.util.Map;

/**
 * The records of {@code tidemark.lines} that existed when the job started, by partition. A board
 * that is ahead of the commits is shown only after they are processed. Otherwise its counters would
 * fall back to the state before a kill.
 */
public final class Backlog {

  /** The end offset of each partition that is not yet processed. */
  private final Map<Integer, Long> ends;

  private final Map<Integer, Long> read = new HashMap<>();
  private final Runnable workedOff;

  /**
   * @param ends end offset of each partition; 0 for one without records to read
   * @param workedOff run once, when the last partition is processed
   */
  Backlog(Map<Integer, Long> ends, Runnable workedOff) {
    this.ends = new HashMap<>(ends);
    this.workedOff = workedOff;
  }

  /** An empty backlog. */
  public static Backlog none() {
    return new Backlog(Map.of(), () -> {});
  }

  /** Records that a record was applied to the state, or became a dead letter. */
  public synchronized void onRead(int partition, long offset) {
    if (ends.containsKey(partition)) {
      read.merge(partition, offset + 1, Math::max);
    }
  }

  /** Records that everything read of a partition, and all of its stored state, is published. */
  public synchronized void onPublished(int partition) {
    Long end = ends.get(partition);
    if (end != null && read.getOrDefault(partition, 0L) >= end) {
      ends.remove(partition);
      if (ends.isEmpty()) {
        workedOff.run();
      }
    }
  }

  /** Whether records of this partition are still to be processed. */
  public synchronized boolean holds(int partition) {
    return ends.containsKey(partition);
  }
}
