package io.tidemark.analysis.memory;

import io.tidemark.analysis.state.PartReader;
import io.tidemark.analysis.state.PartWriter;
import io.tidemark.analysis.state.Told;
import io.tidemark.model.RunId;
import io.tidemark.model.RunStatus;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The devices of a run, and the allocations that failed on them. */
public final class Devices {

  private static final int MAX_DEVICES = 64;

  private final Map<String, Device> byName = new TreeMap<>();
  private final DeviceParts parts = new DeviceParts(byName);
  private final Names names;
  private final Failures failures;
  private long snapshots;

  /** The device of the newest line: mostly that of the next. */
  private @Nullable String lastName;

  private @Nullable Device lastDevice;

  /** A run's, before its first line. */
  public Devices() {
    this(new Names(), new Failures());
  }

  private Devices(Names names, Failures failures) {
    this.names = names;
    this.failures = failures;
  }

  /** The device of this name, new when it is not known yet; {@code null} when there is no room. */
  public @Nullable Device device(String name) {
    if (name.equals(lastName)) {
      return lastDevice;
    }
    Device known = byName.get(name);
    if (known == null && byName.size() < MAX_DEVICES) {
      known = new Device(name, names);
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

  /** Counts a snapshot of a device. */
  public void countSnapshot() {
    snapshots++;
  }

  public long snapshots() {
    return snapshots;
  }

  public Failures failures() {
    return failures;
  }

  /** Devices and memories that there was no room for; {@code null} for none. */
  public RunStatus.@Nullable TurnedAway turnedAway() {
    return names.turnedAway();
  }

  /** Their published and stored parts. */
  public DeviceParts parts() {
    return parts;
  }

  /** Roughly what they hold on the heap, bytes. */
  public long weightBytes() {
    return parts.weightBytes();
  }

  /** Nothing more comes. */
  public void end() {
    for (Device device : byName.values()) {
      device.figures().values().forEach(figures -> figures.timeline().end());
    }
  }

  /** Hands over what changed since the last call. */
  public void tell(RunId run, Told told) {
    parts.tell(run, names.overflow(), told);
  }

  public void write(PartWriter out) {
    out.number(snapshots);
    names.write(out);
    failures.write(out);
    out.number(byName.size());
    byName.forEach(
        (name, device) -> {
          out.text(name);
          device.memories().write(out);
        });
  }

  public static Devices read(PartReader in) {
    long snapshots = in.number();
    Devices devices = new Devices(Names.read(in), Failures.read(in));
    devices.snapshots = snapshots;
    for (int left = in.count(); left > 0; left--) {
      String name = in.word();
      Device device = new Device(name, devices.names);
      device.memories().read(in);
      devices.byName.put(name, device);
    }
    return devices;
  }
}
