package io.tidemark.sink.snapshot;

import io.tidemark.model.event.MemoryEvent;
import io.tidemark.model.event.MemoryView;
import io.tidemark.model.log.RunId;
import io.tidemark.model.memory.MemoryKey;
import io.tidemark.sink.snapshot.SnapshotRange.Axis;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The snapshots of a complete log, for every memory as fine as the limit for all of them allows.
 * Beyond the limit, neighbouring snapshots of a memory are joined, keeping the highest. Memories
 * beyond the limit of their number have only the board's timeline.
 */
public final class RunSnapshots {

  static final int MOST_OF_A_MEMORY = 32_768;
  private static final int MOST_IN_ALL = 131_072;
  private static final int LEAST_OF_A_MEMORY = 256;
  private static final int MOST_MEMORIES = MOST_IN_ALL / LEAST_OF_A_MEMORY;

  private final SortedMap<MemoryKey, SnapshotRows> memories = new TreeMap<>();
  private int most = MOST_OF_A_MEMORY;

  public record OfMemory(MemoryKey key, SnapshotRows rows) {}

  /** Adds the next event of a run; only snapshots are used. */
  public void add(RunId run, MemoryEvent event) {
    if (event instanceof MemoryEvent.Snapshot snapshot) {
      for (MemoryView view : snapshot.memories()) {
        add(new MemoryKey(run, snapshot.device(), view.memory()), snapshot, view);
      }
    }
  }

  private void add(MemoryKey key, MemoryEvent.Snapshot snapshot, MemoryView view) {
    SnapshotRows rows = memories.get(key);
    if (rows == null) {
      if (memories.size() == MOST_MEMORIES) {
        return;
      }
      rows = new SnapshotRows(Axis.NUMBER, most);
      memories.put(key, rows);
      shareOut();
    }
    rows.marks().add(rows.inAll(), snapshot);
    rows.add(SnapshotPoint.of(rows.inAll(), snapshot, view));
  }

  private void shareOut() {
    int share = Integer.highestOneBit(MOST_IN_ALL / memories.size());
    int bound = Math.max(LEAST_OF_A_MEMORY, Math.min(MOST_OF_A_MEMORY, share));
    if (bound < most) {
      most = bound;
      memories.values().forEach(rows -> rows.shrink(bound));
    }
  }

  public List<OfMemory> of(RunId run) {
    return memories.tailMap(new MemoryKey(run, "", "")).entrySet().stream()
        .takeWhile(memory -> memory.getKey().run().equals(run))
        .map(memory -> new OfMemory(memory.getKey(), memory.getValue()))
        .toList();
  }
}
