package io.tidemark.analysis.memory;

import io.tidemark.model.event.MemoryEvent;
import io.tidemark.model.event.MemoryView;
import io.tidemark.model.log.LogPosition;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One device of a run with its memories, shared by all systems that report them. */
public final class Device {

  private final String name;
  private final DeviceMemories memories;
  private @Nullable SnapshotAssembly assembly;

  /** Callback of a system that assembles the snapshots of a device line by line. */
  public interface SnapshotAssembly {

    /** Closes the open snapshot, since another record states the device's memories. */
    void interrupt(Consumer<MemoryEvent> events);

    /** Reports the newest figures of a memory. */
    void stated(MemoryView view, TrackedMemory figures);
  }

  Device(String name, OpNameLimiter names, RunPoints points) {
    this.name = name;
    this.memories = new DeviceMemories(names, memory -> points.of(name, memory));
  }

  public String name() {
    return name;
  }

  public DeviceMemories memories() {
    return memories;
  }

  /** Registers the assembly. At most one system assembles a device; the last call wins. */
  public void assembledBy(SnapshotAssembly by) {
    assembly = by;
  }

  /** The newest figures of a memory; {@code null} before the first. */
  public @Nullable MemoryView view(String memory) {
    TrackedMemory figures = memories.get(memory);
    return figures == null ? null : figures.now();
  }

  /** Records memories that an allocator or a file states all at once. */
  void stated(Block stated, Crossed crossed, LogPosition at, Consumer<MemoryEvent> events) {
    if (assembly != null) {
      assembly.interrupt(events);
    }
    Block admitted =
        new Block(stated.point(), stated.op(), stated.owner(), stated.module(), stated.freed());
    for (MemoryView view : stated.views()) {
      TrackedMemory figures = memories.record(admitted, view, crossed, at);
      if (assembly != null && figures != null) {
        assembly.stated(view, figures);
      }
    }
    if (!admitted.views().isEmpty()) {
      events.accept(admitted.event(name, at));
    }
  }

  Map<String, TrackedMemory> figures() {
    return memories.figures();
  }

  Map<String, OpTableFigures> tables() {
    return memories.tables();
  }
}
