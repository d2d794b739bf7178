package io.tidemark.streams;

import java.util.HashMap;
import java.util.Map;

/**
 * The records of {@code tidemark.lines} that were there when the job started, by partition. A board
 * that is ahead of the commits is not shown before they are worked off: its counters would fall to
 * what a kill had left.
 */
final class Backlog {

  /** The end of each partition that is not worked off. */
  private final Map<Integer, Long> ends;

  private final Map<Integer, Long> read = new HashMap<>();
  private final Runnable workedOff;

  /**
   * @param ends end of each partition; 0 of one without records to read
   * @param workedOff run once, when the last partition is worked off
   */
  Backlog(Map<Integer, Long> ends, Runnable workedOff) {
    this.ends = new HashMap<>(ends);
    this.workedOff = workedOff;
  }

  /** None: whatever is read was not waited for. */
  static Backlog none() {
    return new Backlog(Map.of(), () -> {});
  }

  /** A record is in the state, or is a dead letter. */
  synchronized void onRead(int partition, long offset) {
    if (ends.containsKey(partition)) {
      read.merge(partition, offset + 1, Math::max);
    }
  }

  /** All that was read of a partition, and all of its stored state, is published. */
  synchronized void onPublished(int partition) {
    Long end = ends.get(partition);
    if (end != null && read.getOrDefault(partition, 0L) >= end) {
      ends.remove(partition);
      if (ends.isEmpty()) {
        workedOff.run();
      }
    }
  }

  /** Whether a partition has more to be worked off. */
  synchronized boolean holds(int partition) {
    return ends.containsKey(partition);
  }
}
