package io.tidemark.analysis.memory;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.OptBoolean;
import io.tidemark.analysis.state.ChangedState;
import io.tidemark.model.AdmissionLimits;
import io.tidemark.model.event.BankBytes;
import io.tidemark.model.event.Diagnosis;
import io.tidemark.model.event.FailedAllocation;
import io.tidemark.model.event.MemoryView;
import io.tidemark.model.event.Shortage;
import io.tidemark.model.log.RunId;
import io.tidemark.model.memory.OverLastRun;
import io.tidemark.model.memory.SubmissionUse;
import io.tidemark.model.plan.PlanSpace;
import io.tidemark.model.run.RunStatus;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The devices of a run and their failed allocations. */
public final class Devices {

  private final Map<String, Device> byName = new TreeMap<>();
  private final DeviceParts parts = new DeviceParts(byName);
  private final RunPoints points;
  private final OpNameLimiter names;
  private final Failures failures;

  /** By device and memory: a size that the log states apart from the use. */
  private final Map<String, Long> sizes;

  private long snapshots;
  private long givenBytes;

  /**
   * What is stored of the devices, besides their parts.
   *
   * @param memories by device and memory
   * @param sizes by device and memory; {@code null} in states of earlier releases
   */
  public record State(
      long snapshots,
      OpNameLimiter names,
      Failures failures,
      Map<String, Map<String, Device.State>> memories,
      @JsonProperty(isRequired = OptBoolean.FALSE) @Nullable Map<String, Long> sizes) {}

  /** Creates the devices of a new run. */
  public Devices() {
    this(new RunPoints());
  }

  public Devices(RunPoints points) {
    this(new State(0, new OpNameLimiter(), new Failures(), Map.of(), null), points);
  }

  /** Restores devices; their parts follow. */
  public Devices(State state, RunPoints points) {
    this.points = points;
    names = state.names();
    failures = state.failures();
    snapshots = state.snapshots();
    sizes = new TreeMap<>(state.sizes() == null ? Map.of() : state.sizes());
    state
        .memories()
        .forEach(
            (name, memories) -> {
              Device device = new Device(name, names, points);
              device.restore(memories);
              byName.put(name, device);
            });
  }

  public State state() {
    Map<String, Map<String, Device.State>> memories = new TreeMap<>();
    byName.forEach((name, device) -> memories.put(name, device.state()));
    return new State(snapshots, names, failures, memories, sizes);
  }

  /** Returns the device, creating it if needed; {@code null} if the limit is reached. */
  public @Nullable Device device(String name) {
    Device known = byName.get(name);
    if (known == null && byName.size() < AdmissionLimits.MOST_DEVICES) {
      known = new Device(name, names, points);
      byName.put(name, known);
    }
    if (known == null) {
      names.dropDevice(name);
    }
    return known;
  }

  /** The figures of a device's memory; {@code null} before its first snapshot. */
  @Nullable TrackedMemory memory(String name, String memory) {
    Device device = byName.get(name);
    return device == null ? null : device.get(memory);
  }

  /** Capacity of a device's memory in bytes; 0 if the log states none. */
  public long capacityBytes(String name, String memory) {
    TrackedMemory figures = memory(name, memory);
    long capacity = figures == null ? 0 : figures.now().capacityBytes();
    return capacity > 0 ? capacity : sizes.getOrDefault(name + '\0' + memory, 0L);
  }

  /** Sets the size of a device's own memory that the user gives; 0 for none. */
  public void give(long bytes) {
    givenBytes = bytes;
  }

  /**
   * Adds to a failed allocation what its text leaves out and the log said of its memory before: the
   * size, and what was free if that is too little.
   */
  FailedAllocation complete(FailedAllocation failed) {
    Shortage shortage = failed.shortage();
    BankBytes bank = failed.bank();
    Long needed = bank.neededPerBank();
    boolean stated = bank.usedPerBank() != null || bank.freePerBank() != null;
    if (needed == null || stated || failed.diagnosis() != Diagnosis.UNKNOWN) {
      return failed;
    }
    long banks = shortage.banks();
    TrackedMemory figures = memory(failed.device(), failed.memory());
    MemoryView now = figures == null || !figures.now().isOf(shortage) ? null : figures.now();
    long capacity = now == null || now.capacityBytes() <= 0 ? -1 : now.capacityBytes() / banks;
    if (banks == 1 && capacity < 0) {
      boolean given = givenBytes > 0 && PlanSpace.ofDevice(failed.memory());
      long apart = sizes.getOrDefault(failed.device() + '\0' + failed.memory(), -1L);
      capacity = apart > 0 ? apart : given ? givenBytes : -1;
    }
    Long size = bank.bankBytes() == null ? Long.valueOf(capacity) : bank.bankBytes();
    Long largest = bank.largestFreePerBank();
    BankBytes known = new BankBytes(needed, size, null, null, largest);
    boolean newest = figures != null && !figures.isPlacedSince();
    if (now != null && newest && capacity > 0 && needed > now.freeBytes() / banks) {
      known =
          new BankBytes(needed, size, now.usedBytes() / banks, now.freeBytes() / banks, largest);
    }
    Shortage more = new Shortage(shortage.banks(), shortage.neededBytes(), known, shortage.held());
    return failed.with(more, Diagnosis.of(known));
  }

  /** Sets the size of a device's memory, which counts where no use states it. */
  void setSize(String name, String memory, long bytes) {
    String key = name + '\0' + memory;
    if (sizes.size() < AdmissionLimits.MOST_DEVICES || sizes.containsKey(key)) {
      sizes.put(key, bytes);
    }
  }

  /** Sets the user's names of modules, before the first line. */
  public void group(ModuleGroups groups) {
    names.group(groups);
  }

  /** Counts a device dropped by the limit. */
  public void turnAway(String name) {
    names.dropDevice(name);
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

  /** Devices and memories dropped by limits; {@code null} for none. */
  public RunStatus.@Nullable TurnedAway turnedAway() {
    return names.turnedAway();
  }

  /** The program points that the run has passed. */
  public RunPoints points() {
    return points;
  }

  /** Returns the figures with which the next run is compared. */
  public LastRun ended(int run, List<String> formats) {
    Map<String, Map<String, LastMemory>> byDevice = new TreeMap<>();
    parts.each(
        (device, memory, figures) -> {
          LastMemory ended = figures.points().ended(run, figures.now());
          if (ended != null) {
            byDevice.computeIfAbsent(device, of -> new TreeMap<>()).put(memory, ended);
          }
        });
    return new LastRun(run, formats, byDevice);
  }

  /** Compares a memory with the last run; {@code null} if that is impossible. */
  public @Nullable OverLastRun overLastRun(String device, String memory) {
    TrackedMemory figures = memory(device, memory);
    return figures == null ? null : figures.points().over();
  }

  /**
   * The use of a memory across submissions if one was counted since the last call; else {@code
   * null}.
   */
  public @Nullable SubmissionUse drainCounted(String device, String memory) {
    TrackedMemory figures = memory(device, memory);
    return figures == null ? null : figures.drainCounted();
  }

  /** The published and stored parts of the devices. */
  public DeviceParts parts() {
    return parts;
  }

  /** Approximate heap use in bytes. */
  public long weightBytes() {
    return parts.weightBytes();
  }

  /** Ends the run: timelines publish their open buckets. */
  public void end() {
    parts.each((device, memory, figures) -> figures.timeline().end());
  }

  /** Passes what changed since the last call. */
  public void publish(RunId run, ChangedState changes) {
    parts.publish(run, names.overflow(), changes);
  }
}
