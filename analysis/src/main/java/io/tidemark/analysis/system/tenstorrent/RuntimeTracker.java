package io.tidemark.analysis.system.tenstorrent;

import io.tidemark.analysis.line.Fact;
import io.tidemark.analysis.line.LineListener;
import io.tidemark.analysis.line.Parsed.Sign;
import io.tidemark.analysis.memory.Device;
import io.tidemark.analysis.memory.Devices;
import io.tidemark.analysis.memory.RunOutput;
import io.tidemark.analysis.message.MessageFact;
import io.tidemark.analysis.state.Section;
import io.tidemark.analysis.system.RunContext;
import io.tidemark.analysis.system.SystemTracker;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Tracks the devices of a run by the lines of the Tenstorrent runtime. */
final class RuntimeTracker implements SystemTracker {

  private final Devices devices;
  private final Map<String, RuntimeDevice> byName = new TreeMap<>();
  private final TensorPool tensors = new TensorPool(TensorTracker.MOST_LIVE);
  private final @Nullable RunOperations operations;
  private final RaisedErrors errors;
  private boolean anyLine;
  private boolean opLines;

  /**
   * Its stored state.
   *
   * @param aftermath the raised errors, under the name of their first version
   */
  private record State(
      boolean anyLine,
      boolean opLines,
      RaisedErrors.State aftermath,
      Map<String, RuntimeDevice.State> devices) {}

  /**
   * @param listener receives the ops; {@code null} for none
   */
  RuntimeTracker(RunContext context, @Nullable OperationListener listener) {
    this.devices = context.devices();
    this.errors = new RaisedErrors(devices);
    this.operations = listener == null ? null : new RunOperations(listener);
  }

  @Override
  public boolean begins(Fact fact) {
    return fact instanceof TenstorrentFact.ProcessStarted;
  }

  @Override
  public List<LineListener> lineListeners() {
    return operations == null ? List.of(errors) : List.of(errors, operations);
  }

  @Override
  public void apply(Sign sign, RunOutput out) {
    errors.apply(sign, out);
  }

  private DeviceListener listener(String device) {
    return operations == null ? DeviceListener.NONE : operations.of(device);
  }

  @Override
  public void apply(Fact fact, RunOutput out) {
    // Most facts are of this class. A class check is cheap; an interface check for each line is
    // not.
    if (fact instanceof TenstorrentFact.MemoryViewLine line) {
      anyLine = true;
      RuntimeDevice device = device(line.device());
      if (device != null && device.memory(line, out.at(), out)) {
        devices.countSnapshot();
      }
    } else {
      anyLine = true;
      // The devices of a process share its lines, whatever a failure names.
      RuntimeDevice device = device(Line.DEVICE);
      if (device != null) {
        apply(fact, device, out);
      }
    }
  }

  private @Nullable RuntimeDevice device(String name) {
    RuntimeDevice known = byName.get(name);
    if (known == null) {
      Device device = devices.device(name);
      if (device == null) {
        return null;
      }
      known = new RuntimeDevice(device, tensors, errors, listener(name));
      known.assemble();
      byName.put(name, known);
    }
    return known;
  }

  private void apply(Fact fact, RuntimeDevice device, RunOutput out) {
    if (fact instanceof TenstorrentFact.MemoryHeader header) {
      device.header(header, out);
    } else if (fact instanceof TenstorrentFact.OpStarted op) {
      opLines = true;
      device.operation(op, out);
    } else if (fact instanceof TenstorrentFact.ProgramStarted program) {
      opLines = true;
      device.programStarted(program.program(), out);
    } else if (fact instanceof TenstorrentFact.ProgramFinished program) {
      opLines = true;
      device.programFinished(program.program(), out);
    } else if (fact instanceof TenstorrentFact.TensorRetained) {
      device.retained();
    } else if (fact instanceof TenstorrentFact.Compiling && !opLines) {
      device.compiling();
    } else if (fact instanceof TenstorrentFact.ProcessStarted && operations != null) {
      operations.processStarted();
    } else if (fact instanceof MessageFact failure) {
      device.failed(failure, out);
    }
  }

  @Override
  public void follow(SystemTracker before) {
    if (before instanceof RuntimeTracker tracker) {
      tensors.inheritTypes(tracker.tensors);
    }
  }

  @Override
  public void gap(RunOutput out) {
    errors.gap();
    byName.values().forEach(device -> device.gap(out));
  }

  @Override
  public void rest(RunOutput out) {
    errors.end();
  }

  @Override
  public void end(RunOutput out) {
    byName.values().forEach(device -> device.close(out));
    errors.end();
  }

  /** Only op lines show the nesting of ops. */
  @Override
  public boolean attributesFlat() {
    return anyLine && !opLines;
  }

  @Override
  public long weightBytes() {
    return tensors.weightBytes();
  }

  @Override
  public Section<?> section() {
    return new Section<>(State.class, this::state, this::restore);
  }

  private State state() {
    Map<String, RuntimeDevice.State> states = new TreeMap<>();
    byName.forEach((name, device) -> states.put(name, device.state()));
    return new State(anyLine, opLines, errors.state(), states);
  }

  private void restore(State stored) {
    anyLine = stored.anyLine();
    opLines = stored.opLines();
    errors.restore(stored.aftermath());
    stored
        .devices()
        .forEach(
            (name, state) -> {
              Device device = devices.device(name);
              if (device == null) {
                throw new IllegalStateException("no room for device " + name);
              }
              RuntimeDevice restored = new RuntimeDevice(device, tensors, errors, listener(name));
              restored.restore(state);
              byName.put(name, restored);
            });
    // The devices outlive a tracker whose state cannot be read, so they must not know it.
    byName.values().forEach(RuntimeDevice::assemble);
  }
}
