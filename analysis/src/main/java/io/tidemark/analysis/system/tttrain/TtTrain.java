package io.tidemark.analysis.system.tttrain;

import io.tidemark.analysis.line.Fact;
import io.tidemark.analysis.line.LineFormat;
import io.tidemark.analysis.line.LineListener;
import io.tidemark.analysis.memory.Block;
import io.tidemark.analysis.memory.Device;
import io.tidemark.analysis.memory.Devices;
import io.tidemark.analysis.memory.MemoryBounds;
import io.tidemark.analysis.memory.RunOutput;
import io.tidemark.analysis.state.Section;
import io.tidemark.analysis.system.LogSystem;
import io.tidemark.analysis.system.RunContext;
import io.tidemark.analysis.system.SystemTracker;
import io.tidemark.model.event.MemoryView;
import io.tidemark.model.training.Training;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** tt-train: the memory summary of a training run. */
public final class TtTrain implements LogSystem {

  public static final String FORMAT = "tt-train";

  @Override
  public String name() {
    return FORMAT;
  }

  @Override
  public List<LineFormat> lineFormats() {
    return List.of(new TtTrainFormat(FORMAT));
  }

  @Override
  public SystemTracker newTracker(RunContext context) {
    return new TtTrainTracker(context.devices());
  }

  /** Tracks the summary of one training run, and the memories in its lines. */
  private static final class TtTrainTracker implements SystemTracker {

    private final Devices devices;
    private TrainingSummary summary = new TrainingSummary();
    private Banner banner = new Banner();

    private record State(TrainingSummary summary, Banner banner) {}

    TtTrainTracker(Devices devices) {
      this.devices = devices;
    }

    @Override
    public boolean begins(Fact fact) {
      return fact instanceof TtTrainFact line && summary.begins(line);
    }

    @Override
    public boolean expects(Fact fact, long line) {
      return !(fact instanceof TtTrainFact own) || summary.expects(own);
    }

    @Override
    public void apply(Fact fact, RunOutput out) {
      if (fact instanceof TtTrainFact line) {
        summary.apply(line, out.at(), out);
        summary.name(line, banner.above());
        TtTrainMemory.report(devices, line, out);
      }
    }

    @Override
    public LineListener textListener() {
      return banner;
    }

    @Override
    public void follow(SystemTracker before) {
      if (before instanceof TtTrainTracker ended) {
        banner.follow(ended.banner);
      }
    }

    @Override
    public void end(RunOutput out) {
      summary.end(out);
    }

    @Override
    public @Nullable Training training() {
      return summary.training();
    }

    @Override
    public Section<?> section() {
      return new Section<>(State.class, () -> new State(summary, banner), this::restore);
    }

    private void restore(State stored) {
      summary = stored.summary();
      banner = stored.banner();
    }

    /** Reports device memory figures in tt-train's lines, other than those of phases. */
    private static final class TtTrainMemory {

      /** Figures are whole MiB; each of the three is off by at most half of one. */
      private static final long FOOTPRINT_ROUNDING = 2 << 20;

      private TtTrainMemory() {}

      /** Device of logs that name none. */
      private static final String ONLY = "0";

      /** Reports the memories of the line, unless its figures are impossible. */
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
          // No capacity is stated. The peak is reported first, so that the current use comes last.
          out.stated(name, used(line.memory(), line.peakBytes()));
          out.stated(name, used(line.memory(), line.currentBytes()));
        } else if (fact instanceof TtTrainFact.BufferTraced buffer) {
          MemoryView before = device.view("DRAM");
          long held = before == null ? 0 : before.usedBytes();
          out.stated(name, used("DRAM", held + buffer.bytes()));
        } else if (fact instanceof TtTrainFact.FootprintPeak peak) {
          // A later line may state the largest free block.
          out.stated(name, footprint(peak.arenaBytes(), peak.peakBytes(), MemoryBounds.UNKNOWN));
        } else if (fact instanceof TtTrainFact.FootprintLargest block) {
          MemoryView view = device.view("DRAM");
          if (view != null && view.capacityBytes() > 0) {
            out.stated(name, footprint(view.capacityBytes(), view.usedBytes(), block.bytes()));
          }
        }
      }

      /** Checks the line against earlier lines of the device. */
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
        return Block.of(new MemoryView(memory, 1, 0, Math.max(0, bytes), 0, 0L));
      }

      private static Block footprint(long arena, long used, long largest) {
        return Block.of(new MemoryView("DRAM", 1, arena, used, Math.max(0, arena - used), largest));
      }
    }
  }
}
