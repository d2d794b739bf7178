package io.tidemark.sink.snapshot;

import io.tidemark.model.memory.MemoryKey;
import io.tidemark.sink.snapshot.SnapshotRange.Axis;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Offsets of a memory's snapshots in the topic, so that a later range is not read from the
 * beginning.
 */
final class Marks {

  private static final int MOST_MEMORIES = 64;
  private static final long LEAST_BETWEEN = 2_048;

  /** The origin of the numbers of a memory's snapshots. */
  enum Origin {
    RUN,

    /** The first record left in the topic, which has dropped the beginning of the run. */
    TOPIC
  }

  /**
   * A record of the topic.
   *
   * @param n number of the memory's first snapshot from here on
   * @param timeMillis latest time of the snapshots before it
   */
  record Mark(long offset, long n, long timeMillis, Origin origin) {}

  private final Map<MemoryKey, TreeMap<Long, Mark>> memories = new LinkedHashMap<>(16, 0.75f, true);

  /** Stores a mark if it is far enough after the last one. */
  void add(MemoryKey memory, Mark mark) {
    NavigableMap<Long, Mark> known = of(memory, mark.origin());
    if (mark.n() >= LEAST_BETWEEN + (known.isEmpty() ? 0 : known.lastKey())) {
      known.put(mark.n(), mark);
    }
  }

  /** Stores the end of an incomplete reading, from which the next one continues. */
  void addEnd(MemoryKey memory, Mark mark) {
    of(memory, mark.origin()).put(mark.n(), mark);
  }

  /**
   * Numbers with different origins cannot be compared; those from the run's start replace others.
   */
  private NavigableMap<Long, Mark> of(MemoryKey memory, Origin origin) {
    NavigableMap<Long, Mark> known = memories.computeIfAbsent(memory, any -> new TreeMap<>());
    boolean other = !known.isEmpty() && known.firstEntry().getValue().origin() != origin;
    if (other && origin == Origin.TOPIC) {
      return new TreeMap<>();
    }
    if (other) {
      known.clear();
    }
    if (memories.size() > MOST_MEMORIES) {
      memories.remove(memories.keySet().iterator().next());
    }
    return known;
  }

  /** The last mark before a range that the topic still holds, else the topic's beginning. */
  Mark before(SnapshotRange range, long beginning) {
    Mark last = new Mark(beginning, 0, Long.MIN_VALUE, Origin.RUN);
    NavigableMap<Long, Mark> known = memories.getOrDefault(range.memory(), new TreeMap<>());
    known.values().removeIf(mark -> mark.offset() < beginning);
    for (Mark mark : known.values()) {
      // Snapshots of one millisecond may lie on both sides of a mark.
      boolean before =
          range.axis() == Axis.NUMBER ? mark.n() <= range.from() : mark.timeMillis() < range.from();
      if (before) {
        last = mark;
      }
    }
    return last;
  }
}
