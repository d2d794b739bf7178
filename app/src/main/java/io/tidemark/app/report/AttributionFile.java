package io.tidemark.app.report;

import io.tidemark.analysis.run.Outcome;
import io.tidemark.model.event.MemoryEvent;
import io.tidemark.model.event.MemoryEvent.Snapshot;
import io.tidemark.model.event.MemoryView;
import io.tidemark.model.event.Op;
import io.tidemark.model.log.RunId;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Writes the change of use by each op, from the events of the analysis. The rows of an op add up to
 * its entry in the op tables, and those of names over the limit to {@code __other__}. A row without
 * an index is a change that no listed op made.
 */
final class AttributionFile {

  private final JsonFile rows;
  private final Map<String, Device> devices = new TreeMap<>();
  private @Nullable RunId run;
  private int ops;

  /** A device's use at its newest snapshot, and the op that begins after it. */
  private static final class Device {
    final Map<String, MemoryView> memories = new TreeMap<>();
    @Nullable Op running;
    @Nullable Integer index;
  }

  /**
   * A change of use, and the op that made it. Rows of one op add up to its entry in the op tables,
   * divided by banks.
   *
   * @param index of the op in {@code memory.json}; {@code null} for a change that no op listed
   *     there made, such as {@code (between submissions)}
   * @param program the program that the op ran in
   * @param changeBytesPerBank by memory: the next snapshot minus the op's own; {@code null} when a
   *     submission ends before the next snapshot
   */
  private record Attribution(
      @Nullable Integer index,
      String device,
      String opType,
      @Nullable String program,
      @Nullable Map<String, Long> changeBytesPerBank) {}

  AttributionFile(JsonFile rows) {
    this.rows = rows;
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
    device.index = before != null && OperationFiles.lists(before.name()) ? ops++ : null;
  }

  private void change(Snapshot snapshot, Device device) {
    Map<String, Long> change = new TreeMap<>();
    for (MemoryView now : snapshot.memories()) {
      MemoryView last = device.memories.put(now.memory(), now);
      // Another number of banks is that of another device.
      if (last != null && last.banks() == now.banks()) {
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

  /** Writes a listed op whose change no snapshot shows. */
  private void unknown(String name, Device device) {
    Op running = device.running;
    if (running != null && device.index != null) {
      write(name, running, device.index, null);
    }
  }

  private void write(
      String device, Op op, @Nullable Integer index, @Nullable Map<String, Long> change) {
    rows.write(new Attribution(index, device, op.name(), op.program(), change));
  }

  /** Ends a run, or the log. */
  void finish() {
    devices.forEach(this::unknown);
    devices.clear();
  }
}
