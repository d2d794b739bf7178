package io.tidemark.analysis.memory;

import io.tidemark.analysis.state.ChangedState;
import io.tidemark.model.log.RunId;
import io.tidemark.model.memory.MemoryKey;
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

  /** Receives a memory. */
  interface Each {
    void accept(String device, String memory, TrackedMemory figures);
  }

  /** Passes all memories. */
  void each(Each each) {
    byName.forEach(
        (name, device) ->
            device.memories().forEach((memory, figures) -> each.accept(name, memory, figures)));
  }

  /** Keys of every memory that has a snapshot. */
  public Set<MemoryKey> memories(RunId run) {
    Set<MemoryKey> keys = new TreeSet<>();
    each((device, memory, figures) -> keys.add(new MemoryKey(run, device, memory)));
    return keys;
  }

  /** Approximate heap use in bytes. */
  long weightBytes() {
    return byName.values().stream()
        .flatMap(device -> device.memories().values().stream())
        .mapToLong(figures -> MEMORY_BYTES + figures.ops().size() * OP_BYTES)
        .sum();
  }

  /**
   * Passes what changed since the last call; {@code overflow} is the number of dropped op names.
   */
  void publish(RunId run, long overflow, ChangedState changes) {
    each(
        (device, memory, figures) ->
            figures.publish(new MemoryKey(run, device, memory), overflow, changes));
  }

  /**
   * Passes the changed ops with keys {@code device\0memory\0op}, and {@code null} bytes for what is
   * forgotten.
   */
  public void storeOps(BiConsumer<String, byte @Nullable []> part) {
    each(
        (device, memory, figures) ->
            figures.ops().store((op, bytes) -> part.accept(key(device, memory, op), bytes)));
  }

  /** Passes the changed timeline pages with keys {@code device\0memory\0page}. */
  public void storeTimelines(BiConsumer<String, byte[]> part) {
    each(
        (device, memory, figures) ->
            figures.storeTimeline((page, bytes) -> part.accept(key(device, memory, page), bytes)));
  }

  private static String key(String device, String memory, String last) {
    return device + '\0' + memory + '\0' + last;
  }

  /** Restores an op written by {@link #storeOps}. */
  public void restoreOp(String key, byte[] bytes) {
    restore(key, (figures, op) -> figures.ops().restore(op, bytes));
  }

  /** Restores a page written by {@link #storeTimelines}. */
  public void restoreTimeline(String key, byte[] bytes) {
    restore(key, (figures, page) -> figures.timeline().restore(page, bytes));
  }

  private void restore(String key, BiConsumer<TrackedMemory, String> to) {
    String[] parts = key.split("\0", 3);
    Device device = byName.get(parts[0]);
    TrackedMemory figures = device == null ? null : device.get(parts[1]);
    if (figures != null) {
      to.accept(figures, parts[2]);
    }
  }
}
