package io.tidemark.analysis.system.tttrain;

import io.tidemark.analysis.memory.Block;
import io.tidemark.analysis.memory.Device;
import io.tidemark.analysis.memory.Devices;
import io.tidemark.analysis.memory.MemoryBounds;
import io.tidemark.analysis.memory.RunOutput;
import io.tidemark.model.MemoryView;
import org.jspecify.annotations.Nullable;

/** What tt-train's lines say of a device's memory as such, phases apart. */
final class TtTrainMemory {

  /** Whole MiB: of three figures each is half of one out at most. */
  private static final long FOOTPRINT_ROUNDING = 2 << 20;

  private TtTrainMemory() {}

  /** Where a log names no device. */
  private static final String ONLY = "0";

  /** Reports the memories that the line states, unless they cannot be. */
  static void report(Devices devices, TtTrainFact fact, RunOutput out) {
    String name = nameOf(fact);
    Device device = devices.device(name);
    if (device != null) {
      MemoryBounds.Breach breach = breach(device, fact);
      if (breach == null) {
        report(device, fact, out);
      } else {
        out.refused(1, breach.reason());
      }
    }
  }

  private static String nameOf(TtTrainFact fact) {
    if (fact instanceof TtTrainFact.DevicePeak line) {
      return line.device();
    }
    return fact instanceof TtTrainFact.BufferTraced line ? line.device() : ONLY;
  }

  private static void report(Device device, TtTrainFact fact, RunOutput out) {
    String name = device.name();
    if (fact instanceof TtTrainFact.DevicePeak line) {
      // No capacity is stated. The peak first, so that use now is what stands last.
      out.stated(name, used(line.memory(), line.peakBytes()));
      out.stated(name, used(line.memory(), line.currentBytes()));
    } else if (fact instanceof TtTrainFact.BufferTraced buffer) {
      MemoryView before = device.view("DRAM");
      long held = before == null ? 0 : before.usedBytes();
      out.stated(name, used("DRAM", held + buffer.bytes()));
    } else if (fact instanceof TtTrainFact.FootprintPeak peak) {
      // How the free bytes lie is stated by a later line, if at all.
      out.stated(name, footprint(peak.arenaBytes(), peak.peakBytes(), MemoryView.UNKNOWN));
    } else if (fact instanceof TtTrainFact.FootprintLargest block) {
      MemoryView view = device.view("DRAM");
      if (view != null && view.capacityBytes() > 0) {
        out.stated(name, footprint(view.capacityBytes(), view.usedBytes(), block.bytes()));
      }
    }
  }

  /** Whether the line fits what the lines before it state of the device. */
  private static MemoryBounds.@Nullable Breach breach(Device device, TtTrainFact fact) {
    MemoryView view = device.view("DRAM");
    if (!(fact instanceof TtTrainFact.FootprintLargest block)
        || view == null
        || view.capacityBytes() == 0) {
      return null;
    }
    return MemoryBounds.of(
            1,
            view.capacityBytes(),
            view.usedBytes(),
            view.freeBytes(),
            block.bytes(),
            FOOTPRINT_ROUNDING)
        .breach();
  }

  private static Block used(String memory, long bytes) {
    return Block.of(new MemoryView(memory, 1, 0, Math.max(0, bytes), 0, 0));
  }

  private static Block footprint(long arena, long used, long largest) {
    return Block.of(new MemoryView("DRAM", 1, arena, used, Math.max(0, arena - used), largest));
  }
}
