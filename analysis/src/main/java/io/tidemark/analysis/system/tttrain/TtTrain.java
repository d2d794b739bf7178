package io.tidemark.analysis.system.tttrain;

import io.tidemark.analysis.line.Fact;
import io.tidemark.analysis.line.LineFormat;
import io.tidemark.analysis.line.LineListener;
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

    /** Device of logs that name none. */
    private static final String ONLY = "0";

    /** Figures are whole MiB; each of the three is off by at most half of one. */
    private static final long FOOTPRINT_ROUNDING = 2 << 20;

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
        memory(line, out);
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

    /**
     * Reports the memories of a device that a line states, other than those of phases. No line of
     * the first version states a capacity.
     */
    private void memory(TtTrainFact fact, RunOutput out) {
      if (fact instanceof TtTrainFact.DevicePeak line) {
        // The peak is reported first, so that the current use comes last.
        out.stated(line.device(), used(line.memory(), line.peakBytes()));
        out.stated(line.device(), used(line.memory(), line.currentBytes()));
      } else if (fact instanceof TtTrainFact.BufferTraced buffer) {
        MemoryView before = dram(buffer.device());
        long held = before == null ? 0 : before.usedBytes();
        out.stated(buffer.device(), used("DRAM", held + buffer.bytes()));
      } else if (fact instanceof TtTrainFact.FootprintPeak peak) {
        // A later line may state the largest free block.
        out.stated(ONLY, footprint(peak.arenaBytes(), peak.peakBytes(), MemoryBounds.UNKNOWN));
      } else if (fact instanceof TtTrainFact.FootprintLargest block) {
        MemoryView view = dram(ONLY);
        if (view != null && view.capacityBytes() > 0) {
          largest(view, block.bytes(), out);
        }
      }
    }

    /** Adds the largest free block to the line before, unless that is impossible. */
    private static void largest(MemoryView view, long bytes, RunOutput out) {
      long capacity = view.capacityBytes();
      MemoryBounds.Breach breach =
          MemoryBounds.of(
                  1, capacity, view.usedBytes(), view.freeBytes(), bytes, FOOTPRINT_ROUNDING)
              .breach();
      if (breach == null) {
        out.stated(ONLY, footprint(capacity, view.usedBytes(), bytes));
      } else {
        out.refused(1, breach.reason());
      }
    }

    private @Nullable MemoryView dram(String device) {
      Device known = devices.device(device);
      return known == null ? null : known.view("DRAM");
    }

    private static MemoryView used(String memory, long bytes) {
      return new MemoryView(memory, 1, 0, Math.max(0, bytes), 0, 0L);
    }

    private static MemoryView footprint(long arena, long used, long largest) {
      return new MemoryView("DRAM", 1, arena, used, Math.max(0, arena - used), largest);
    }
  }
}
