package io.tidemark.analysis.memory;

import io.tidemark.analysis.state.ChangedState;
import io.tidemark.model.log.RunId;
import io.tidemark.model.memory.MemoryKey;
import io.tidemark.model.memory.MemoryTimeline;
import io.tidemark.model.memory.MemoryUsage;
import io.tidemark.model.memory.OpTable;
import io.tidemark.model.memory.Peak;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** The published and stored parts of a run's devices, one per memory. */
public final class DeviceParts {

  /** Estimate for two axes of buckets, the program points, and those of the last run. */
  private static final long MEMORY_BYTES = 20_000;

  private static final long OP_BYTES = 160;

  private final Map<String, Device> byName;

  DeviceParts(Map<String, Device> byName) {
    this.byName = byName;
  }

  /** Keys of every memory that has a snapshot. */
  public Set<MemoryKey> memories(RunId run) {
    Set<MemoryKey> keys = new TreeSet<>();
    byName.forEach(
        (name, device) ->
            device.figures().keySet().forEach(m -> keys.add(new MemoryKey(run, name, m))));
    return keys;
  }

  /** Approximate heap use in bytes. */
  long weightBytes() {
    long bytes = 0;
    for (Device device : byName.values()) {
      bytes += device.figures().size() * MEMORY_BYTES;
      for (OpTableFigures table : device.tables().values()) {
        bytes += table.size() * OP_BYTES;
      }
    }
    return bytes;
  }

  /**
   * Passes what changed since the last call; {@code overflow} is the number of dropped op names.
   */
  void publish(RunId run, long overflow, ChangedState changes) {
    byName.forEach(
        (device, tracker) -> {
          tracker
              .figures()
              .forEach((memory, of) -> publish(new MemoryKey(run, device, memory), of, changes));
          tracker
              .tables()
              .forEach(
                  (memory, table) -> {
                    TrackedMemory of = figures(device, memory);
                    Peak highest = of == null ? null : of.highest();
                    OpTable changed =
                        highest == null ? null : table.changedTable(overflow, highest);
                    if (changed != null) {
                      changes.ops().put(new MemoryKey(run, device, memory), changed);
                    }
                  });
        });
  }

  private void publish(MemoryKey key, TrackedMemory figures, ChangedState changes) {
    MemoryUsage usage = figures.changedUsage();
    if (usage != null) {
      changes.usage().put(key, usage);
    }
    settle(key.device(), key.memory(), figures);
    MemoryTimeline timeline = figures.timeline().changed();
    if (timeline != null) {
      changes.timelines().put(key, timeline);
    }
  }

  private @Nullable TrackedMemory figures(String device, String memory) {
    Device known = byName.get(device);
    return known == null ? null : known.figures().get(memory);
  }

  private @Nullable OpTableFigures table(String device, String memory) {
    Device known = byName.get(device);
    return known == null ? null : known.tables().get(memory);
  }

  private void settle(String device, String memory, TrackedMemory figures) {
    OpTableFigures table = figures.lacksHolders() ? table(device, memory) : null;
    if (table != null) {
      figures.timeline().settle(table::held);
    }
  }

  /**
   * Passes the changed ops with keys {@code device\0memory\0op}, and {@code null} bytes for what is
   * forgotten.
   */
  public void storeOps(BiConsumer<String, byte @Nullable []> part) {
    byName.forEach(
        (name, device) ->
            device
                .tables()
                .forEach(
                    (memory, table) ->
                        table.store((op, bytes) -> part.accept(key(name, memory, op), bytes))));
  }

  /** Passes the changed timeline pages with keys {@code device\0memory\0page}. */
  public void storeTimelines(BiConsumer<String, byte[]> part) {
    byName.forEach(
        (name, device) ->
            device
                .figures()
                .forEach(
                    (memory, figures) -> {
                      settle(name, memory, figures);
                      figures
                          .timeline()
                          .store((page, bytes) -> part.accept(key(name, memory, page), bytes));
                    }));
  }

  private static String key(String device, String memory, String last) {
    return device + '\0' + memory + '\0' + last;
  }

  /** Restores an op written by {@link #storeOps}. */
  public void restoreOp(String key, byte[] bytes) {
    String[] parts = key.split("\0", 3);
    OpTableFigures table = table(parts[0], parts[1]);
    if (table != null) {
      table.restore(parts[2], bytes);
    }
  }

  /** Restores a page written by {@link #storeTimelines}. */
  public void restoreTimeline(String key, byte[] bytes) {
    String[] parts = key.split("\0", 3);
    TrackedMemory figures = figures(parts[0], parts[1]);
    if (figures != null) {
      figures.timeline().restore(parts[2], bytes);
    }
  }
}
