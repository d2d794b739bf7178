package io.tidemark.analysis.track;

import io.tidemark.analysis.parse.Fact;
import io.tidemark.analysis.parse.TenstorrentFact;
import io.tidemark.analysis.parse.TtTrainFact;
import io.tidemark.model.MemoryEvent;
import io.tidemark.model.MemoryKey;
import io.tidemark.model.RunId;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The devices of a run, and what went wrong on them. */
final class Devices {

  private static final int MAX_DEVICES = 64;

  /** Two axes of buckets, and the rises of some programs. */
  private static final long MEMORY_BYTES = 10_000;

  private static final long OP_BYTES = 160;

  /** Where a log names no device. */
  private static final String ONLY = "0";

  private final Map<String, DeviceTracker> byName = new TreeMap<>();
  private final TensorTracker.Room room = new TensorTracker.Room(TensorTracker.MOST_LIVE);
  private Names names = new Names();
  private Failures failures = new Failures();
  private final Allocators allocators = new Allocators();
  private long snapshots;
  private boolean opLines;

  /** Whether a line that other logs hold too belongs to a record of these now. */
  boolean expects(Fact fact) {
    return allocators.expects(fact);
  }

  /** Takes what is about devices; every other fact is left alone. */
  void take(Fact fact, At at, Consumer<MemoryEvent> events) {
    if (fact instanceof TenstorrentFact line) {
      DeviceTracker device = device(line.device());
      if (device != null) {
        take(line, device, at, events);
      }
    } else if (fact instanceof TtTrainFact line) {
      DeviceTracker device = device(nameOf(line));
      if (device != null) {
        snapshots += TtTrainMemory.state(device, line, at, events);
      }
    } else {
      allocators.take(fact, told(at, events));
    }
  }

  private Allocators.Told told(At at, Consumer<MemoryEvent> events) {
    return new Allocators.Told() {
      @Override
      public At at() {
        return at;
      }

      @Override
      public void stated(String name, Block block) {
        DeviceTracker device = device(name);
        if (device != null) {
          device.stated(block, at, events);
          snapshots++;
        }
      }

      @Override
      public void failed(MemoryEvent.OutOfMemory failure) {
        failures.add(failure);
        events.accept(failure);
      }
    };
  }

  private static String nameOf(TtTrainFact fact) {
    if (fact instanceof TtTrainFact.DevicePeak line) {
      return line.device();
    }
    return fact instanceof TtTrainFact.BufferTraced line ? line.device() : ONLY;
  }

  private @Nullable DeviceTracker device(String name) {
    DeviceTracker known = byName.get(name);
    if (known == null && byName.size() < MAX_DEVICES) {
      known = new DeviceTracker(name, names, room);
      byName.put(name, known);
    }
    return known;
  }

  private void take(
      TenstorrentFact fact, DeviceTracker device, At at, Consumer<MemoryEvent> events) {
    if (fact instanceof TenstorrentFact.MemoryViewLine line) {
      snapshots += device.memory(line, at, events) ? 1 : 0;
    } else if (fact instanceof TenstorrentFact.MemoryHeader header) {
      device.header(header, events);
    } else if (fact instanceof TenstorrentFact.OpStarted op) {
      opLines = true;
      device.operation(op, events);
    } else if (fact instanceof TenstorrentFact.ProgramStarted program) {
      opLines = true;
      device.programStarted(program.program(), events);
    } else if (fact instanceof TenstorrentFact.ProgramFinished program) {
      opLines = true;
      device.programFinished(program.program(), events);
    } else if (fact instanceof TenstorrentFact.TensorRetained) {
      device.retained();
    } else if (fact instanceof TenstorrentFact.Compiling && !opLines) {
      device.compiling();
    } else if (fact instanceof TenstorrentFact.AllocationFailed failure) {
      MemoryEvent.OutOfMemory event = device.failed(failure, at, events);
      if (event != null) {
        failures.add(event);
        events.accept(event);
      }
    }
  }

  void gap(Consumer<MemoryEvent> events) {
    byName.values().forEach(device -> device.gap(events));
  }

  private void close(At at, Consumer<MemoryEvent> events) {
    allocators.close(told(at, events));
    byName.values().forEach(device -> device.close(events));
  }

  /** Nothing more comes. */
  void end(At at, Consumer<MemoryEvent> events) {
    close(at, events);
    for (DeviceTracker device : byName.values()) {
      device.memories().values().forEach(figures -> figures.timeline().end());
    }
  }

  long snapshots() {
    return snapshots;
  }

  /** Op lines tell who contains whom. */
  boolean opLines() {
    return opLines;
  }

  Failures failures() {
    return failures;
  }

  /** Every memory that a snapshot was taken of. */
  Set<MemoryKey> memories(RunId run) {
    Set<MemoryKey> keys = new TreeSet<>();
    byName.forEach(
        (name, device) ->
            device.memories().keySet().forEach(m -> keys.add(new MemoryKey(run, name, m))));
    return keys;
  }

  /** Roughly what they hold on the heap, bytes. */
  long weightBytes() {
    long bytes = 0;
    for (DeviceTracker device : byName.values()) {
      bytes += device.memories().size() * MEMORY_BYTES;
      for (OpTableFigures table : device.tables().values()) {
        bytes += table.size() * OP_BYTES;
      }
    }
    return bytes;
  }

  /** Hands over what changed since it was last asked for. */
  void tell(RunId run, Told told) {
    for (MemoryKey key : memories(run)) {
      MemoryFigures figures = figures(key.device(), key.memory());
      OpTableFigures table = table(key.device(), key.memory());
      if (figures != null) {
        put(told.usage(), key, figures.changedUsage());
        put(told.timelines(), key, figures.timeline().changed());
      }
      if (table != null) {
        put(told.ops(), key, table.changedTable(names.overflow()));
      }
    }
  }

  private static <V> void put(Map<MemoryKey, V> told, MemoryKey key, @Nullable V changed) {
    if (changed != null) {
      told.put(key, changed);
    }
  }

  private @Nullable MemoryFigures figures(String device, String memory) {
    DeviceTracker known = byName.get(device);
    return known == null ? null : known.memories().get(memory);
  }

  private @Nullable OpTableFigures table(String device, String memory) {
    DeviceTracker known = byName.get(device);
    return known == null ? null : known.tables().get(memory);
  }

  /** Hands over the ops that changed, under {@code device\0memory\0op}. */
  void storeOps(BiConsumer<String, byte[]> part) {
    byName.forEach(
        (name, device) ->
            device
                .tables()
                .forEach(
                    (memory, table) ->
                        table.store((op, bytes) -> part.accept(key(name, memory, op), bytes))));
  }

  /** Hands over the pages of timelines that changed, under {@code device\0memory\0page}. */
  void storeTimelines(BiConsumer<String, byte[]> part) {
    byName.forEach(
        (name, device) ->
            device
                .memories()
                .forEach(
                    (memory, figures) ->
                        figures
                            .timeline()
                            .store((page, bytes) -> part.accept(key(name, memory, page), bytes))));
  }

  private static String key(String device, String memory, String last) {
    return device + '\0' + memory + '\0' + last;
  }

  /** Takes an op back from where {@link #storeOps} put it. */
  void restoreOp(String key, byte[] bytes) {
    String[] parts = key.split("\0", 3);
    OpTableFigures table = table(parts[0], parts[1]);
    if (table != null) {
      table.restore(parts[2], bytes);
    }
  }

  /** Takes a page back from where {@link #storeTimelines} put it. */
  void restoreTimeline(String key, byte[] bytes) {
    String[] parts = key.split("\0", 3);
    MemoryFigures figures = figures(parts[0], parts[1]);
    if (figures != null) {
      figures.timeline().restore(parts[2], bytes);
    }
  }

  void write(PartWriter out) {
    out.number(snapshots).flag(opLines);
    names.write(out);
    failures.write(out);
    allocators.write(out);
    out.number(byName.size());
    byName.forEach(
        (name, device) -> {
          out.text(name);
          device.write(out);
        });
  }

  static Devices read(PartReader in) {
    Devices devices = new Devices();
    devices.snapshots = in.number();
    devices.opLines = in.flag();
    devices.names = Names.read(in);
    devices.failures = Failures.read(in);
    devices.allocators.read(in);
    for (int left = in.count(); left > 0; left--) {
      String name = in.word();
      devices.byName.put(name, DeviceTracker.read(name, devices.names, devices.room, in));
    }
    return devices;
  }
}
