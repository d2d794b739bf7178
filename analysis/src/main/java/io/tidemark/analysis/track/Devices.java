package io.tidemark.analysis.track;

import io.tidemark.analysis.parse.Fact;
import io.tidemark.analysis.parse.TenstorrentFact;
import io.tidemark.analysis.parse.TtTrainFact;
import io.tidemark.model.MemoryEvent;
import io.tidemark.model.RunId;
import io.tidemark.model.RunStatus;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The devices of a run, and what went wrong on them. */
final class Devices {

  private static final int MAX_DEVICES = 64;

  /** Where a log names no device. */
  private static final String ONLY = "0";

  private final Map<String, DeviceTracker> byName = new TreeMap<>();
  private final DeviceParts parts = new DeviceParts(byName);
  private final TensorPool tensors = new TensorPool(TensorTracker.MOST_LIVE);
  private Names names = new Names();
  private Failures failures = new Failures();
  private final Allocators allocators = new Allocators();
  private long snapshots;
  private boolean opLines;

  private @Nullable Refused refused;

  /** The device of the newest line: mostly that of the next. */
  private @Nullable String lastName;

  private @Nullable DeviceTracker lastDevice;

  /** Figures of the line being read that cannot be, or do not fit those before them. */
  record Refused(int column, String reason) {}

  /** What was refused of the newest line; {@code null} for nothing. */
  @Nullable Refused takeRefused() {
    Refused newest = refused;
    refused = null;
    return newest;
  }

  /** Whether a line that other logs hold too belongs to a record of these now. */
  boolean expects(Fact fact) {
    return allocators.expects(fact);
  }

  /** Takes what is about devices; every other fact is left alone. */
  void take(Fact fact, At at, Consumer<MemoryEvent> events) {
    if (fact instanceof TtTrainFact line) {
      DeviceTracker device = device(nameOf(line));
      refused = device == null ? null : TtTrainMemory.refused(device, line);
      if (device != null && refused == null) {
        snapshots += TtTrainMemory.state(device, line, at, events);
      }
    } else {
      allocators.take(fact, told(at, events));
    }
  }

  /** Takes a line of the runtime, of which a log has more than of all others. */
  void take(TenstorrentFact fact, At at, Consumer<MemoryEvent> events) {
    DeviceTracker device = device(fact.device());
    if (device != null) {
      take(fact, device, at, events);
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

      @Override
      public void refused(int column, String reason) {
        refused = new Refused(column, reason);
      }

      @Override
      public void declined() {
        failures.decline();
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
    if (name.equals(lastName)) {
      return lastDevice;
    }
    DeviceTracker known = byName.get(name);
    if (known == null && byName.size() < MAX_DEVICES) {
      known = new DeviceTracker(name, names, tensors);
      byName.put(name, known);
    }
    if (known == null) {
      names.turnAwayDevice(name);
    } else {
      lastName = name;
      lastDevice = known;
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

  /** Roughly what they hold on the heap, bytes. */
  long weightBytes() {
    return parts.weightBytes() + tensors.weightBytes();
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

  /** What there was no room for; {@code null} for nothing. */
  RunStatus.@Nullable TurnedAway turnedAway() {
    return names.turnedAway();
  }

  /** What is told and stored of them. */
  DeviceParts parts() {
    return parts;
  }

  /** Hands over what changed since it was last asked for. */
  void tell(RunId run, Told told) {
    parts.tell(run, names.overflow(), told);
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
      devices.byName.put(name, DeviceTracker.read(name, devices.names, devices.tensors, in));
    }
    return devices;
  }
}
