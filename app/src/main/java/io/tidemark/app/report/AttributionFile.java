package io.tidemark.app.report;

import io.tidemark.analysis.Outcome;
import io.tidemark.app.report.OperationRow.Attribution;
import io.tidemark.model.MemoryEvent;
import io.tidemark.model.MemoryEvent.Snapshot;
import io.tidemark.model.MemoryView;
import io.tidemark.model.Op;
import io.tidemark.model.RunId;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.SequenceWriter;

/**
 * What each op changed, from the events of the one analysis: its rows add up to its entry in the op
 * tables, and those of names over the limit to {@code __other__}. A row without an index is a
 * change that no listed op made.
 */
final class AttributionFile implements AutoCloseable {

  /** Ops that free tensors or name the device; the reference profiler does not list them. */
  private static final Set<String> UNLISTED = Set.of("DeallocateOp", "GetDeviceOp");

  private final ReportFolder folder;
  private final String name;
  private final Map<String, Device> devices = new TreeMap<>();
  private @Nullable SequenceWriter file;
  private @Nullable RunId run;
  private int ops;

  /** A device's use at its newest snapshot, and the op that this one was taken before. */
  private static final class Device {
    final Map<String, MemoryView> memories = new TreeMap<>();
    @Nullable Op running;
    @Nullable Integer index;
  }

  AttributionFile(ReportFolder folder, String log) {
    this.folder = folder;
    this.name = log + "_attribution.json";
  }

  /** Whether the report lists an op of this name. */
  static boolean lists(String op) {
    return !UNLISTED.contains(op);
  }

  /** Makes the file, unless it is there. */
  SequenceWriter open() {
    SequenceWriter open = file;
    if (open == null) {
      open = JsonFile.snakeCaseArray(folder.path().resolve(name));
      file = open;
    }
    return open;
  }

  void add(Outcome outcome) {
    for (Outcome.RunEvents batch : outcome.events()) {
      if (!batch.run().equals(run)) {
        finish();
        run = batch.run();
      }
      for (MemoryEvent event : batch.events()) {
        if (event instanceof Snapshot snapshot) {
          add(snapshot);
        }
      }
    }
  }

  private void add(Snapshot snapshot) {
    Device device = devices.computeIfAbsent(snapshot.device(), first -> new Device());
    change(snapshot, device);
    Op before = snapshot.before();
    device.running = before;
    device.index = before != null && lists(before.name()) ? ops++ : null;
  }

  private void change(Snapshot snapshot, Device device) {
    Map<String, Long> change = new TreeMap<>();
    for (MemoryView now : snapshot.memories()) {
      MemoryView last = device.memories.put(now.memory(), now);
      if (last != null) {
        change.put(now.memory(), (now.usedBytes() - last.usedBytes()) / Math.max(1, now.banks()));
      }
    }
    Op running = device.running;
    String owner = snapshot.changedBy();
    if (running != null && running.name().equals(owner)) {
      if (device.index != null || isAny(change)) {
        write(snapshot.device(), running, device.index, change);
      }
      return;
    }
    unknown(snapshot.device(), device);
    if (owner != null && isAny(change)) {
      write(snapshot.device(), new Op(owner, null, null), null, change);
    }
  }

  private static boolean isAny(Map<String, Long> change) {
    return change.values().stream().anyMatch(bytes -> bytes != 0);
  }

  /** No snapshot says what a listed op changed. */
  private void unknown(String name, Device device) {
    Op running = device.running;
    if (running != null && device.index != null) {
      write(name, running, device.index, null);
    }
  }

  private void write(
      String device, Op op, @Nullable Integer index, @Nullable Map<String, Long> change) {
    open().write(new Attribution(index, device, op.name(), op.program(), change));
  }

  private void finish() {
    devices.forEach(this::unknown);
    devices.clear();
  }

  /** Removes the file: no runtime wrote the log. */
  void discard() throws IOException {
    if (file != null) {
      file.close();
      Files.delete(folder.path().resolve(name));
      file = null;
    }
    devices.clear();
  }

  @Override
  public void close() {
    finish();
    if (file != null) {
      file.close();
    }
  }
}
