package io.tidemark.sink.snapshot;

import io.tidemark.model.MemoryKey;
import io.tidemark.sink.snapshot.SnapshotRange.Axis;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Where in the topic the snapshots of a memory lie, so that a later range is not read from the
 * beginning.
 */
final class Marks {

  private static final int MOST_MEMORIES = 64;
  private static final long LEAST_BETWEEN = 2_048;

  /** What the numbers of a memory's snapshots count from. */
  enum Origin {
    RUN,

    /** The topic has dropped the beginning of the run. */
    TOPIC
  }

  /**
   * A record of the topic.
   *
   * @param n number of the first snapshot of the memory from here on
   * @param timeMillis none before it is later than that
   */
  record Mark(long offset, long n, long timeMillis, Origin origin) {}

  private final Map<MemoryKey, TreeMap<Long, Mark>> memories = new LinkedHashMap<>(16, 0.75f, true);

  /** Keeps a mark that is far enough behind the one before it. */
  void add(MemoryKey memory, Mark mark) {
    NavigableMap<Long, Mark> known = of(memory, mark.origin());
    if (mark.n() >= LEAST_BETWEEN + (known.isEmpty() ? 0 : known.lastKey())) {
      known.put(mark.n(), mark);
    }
  }

  /** Keeps how far a reading got that goes on from there next time. */
  void addEnd(MemoryKey memory, Mark mark) {
    of(memory, mark.origin()).put(mark.n(), mark);
  }

  /** Numbers of two origins are no order: those of the run are better. */
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
      // The snapshots of one millisecond may lie on both sides of a mark.
      boolean before =
          range.axis() == Axis.NUMBER ? mark.n() <= range.from() : mark.timeMillis() < range.from();
      if (before) {
        last = mark;
      }
    }
    return last;
  }
}
