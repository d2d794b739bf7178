package io.tidemark.analysis.track;

import io.tidemark.analysis.parse.MemoryBounds;
import io.tidemark.analysis.parse.TtTrainFact;
import io.tidemark.model.MemoryEvent;
import io.tidemark.model.MemoryView;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What tt-train's lines say of a device's memory as such, phases apart. */
final class TtTrainMemory {

  /** Whole MiB: of three figures each is half of one out at most. */
  private static final long FOOTPRINT_ROUNDING = 2 << 20;

  private TtTrainMemory() {}

  /** Tells the device, and answers how many snapshots that was. */
  static int state(DeviceTracker device, TtTrainFact fact, At at, Consumer<MemoryEvent> events) {
    if (fact instanceof TtTrainFact.DevicePeak line) {
      // No capacity is told. The peak first, so that use now is what stands last.
      device.stated(used(line.memory(), line.peakBytes()), at, events);
      device.stated(used(line.memory(), line.currentBytes()), at, events);
      return 2;
    }
    if (fact instanceof TtTrainFact.BufferTraced buffer) {
      MemoryView before = device.view("DRAM");
      long held = before == null ? 0 : before.usedBytes();
      device.stated(used("DRAM", held + buffer.bytes()), at, events);
      return 1;
    }
    if (fact instanceof TtTrainFact.FootprintPeak peak) {
      // How the free bytes lie is told by a later line, if at all.
      Block stated = footprint(peak.arenaBytes(), peak.peakBytes(), MemoryView.UNTOLD);
      device.stated(stated, at, events);
      return 1;
    }
    if (fact instanceof TtTrainFact.FootprintLargest block) {
      MemoryView view = device.view("DRAM");
      if (view != null && view.capacityBytes() > 0) {
        device.stated(footprint(view.capacityBytes(), view.usedBytes(), block.bytes()), at, events);
        return 1;
      }
    }
    return 0;
  }

  /** What of the line does not fit what the lines before it state of the device. */
  static Devices.@Nullable Refused refused(DeviceTracker device, TtTrainFact fact) {
    MemoryView view = device.view("DRAM");
    if (!(fact instanceof TtTrainFact.FootprintLargest block) || view == null) {
      return null;
    }
    MemoryBounds.Breach breach =
        view.capacityBytes() == 0
            ? null
            : MemoryBounds.of(
                    1,
                    view.capacityBytes(),
                    view.usedBytes(),
                    view.freeBytes(),
                    block.bytes(),
                    FOOTPRINT_ROUNDING)
                .breach();
    return breach == null ? null : new Devices.Refused(1, breach.reason());
  }

  private static Block used(String memory, long bytes) {
    return Block.of(new MemoryView(memory, 1, 0, Math.max(0, bytes), 0, 0));
  }

  private static Block footprint(long arena, long used, long largest) {
    return Block.of(new MemoryView("DRAM", 1, arena, used, Math.max(0, arena - used), largest));
  }
}
