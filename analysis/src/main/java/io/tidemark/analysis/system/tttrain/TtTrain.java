package io.tidemark.analysis.system.tttrain;

import io.tidemark.analysis.line.Fact;
import io.tidemark.analysis.line.LineFormat;
import io.tidemark.analysis.line.LineListener;
import io.tidemark.analysis.memory.Device;
import io.tidemark.analysis.memory.Devices;
import io.tidemark.analysis.memory.RunOutput;
import io.tidemark.analysis.message.RowFact;
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

  /** The name of a run stands above its first line. */
  @Override
  public boolean needsLines() {
    return true;
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
      return fact instanceof RowFact line && summary.begins(line);
    }

    @Override
    public boolean expects(Fact fact, long line) {
      return !(fact instanceof RowFact own) || summary.expects(own);
    }

    @Override
    public void apply(Fact fact, RunOutput out) {
      if (fact instanceof RowFact line) {
        summary.apply(line, banner.above(), out.at(), out);
        traced(line, out);
      }
    }

    @Override
    public List<LineListener> lineListeners() {
      return List.of(banner);
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
     * Adds a traced buffer to the DRAM of its device. No line of the first version states a
     * capacity.
     */
    private void traced(RowFact buffer, RunOutput out) {
      if (buffer.is("allocated") || buffer.is("freed")) {
        String device = buffer.word("device");
        Device known = devices.device(device);
        MemoryView before = known == null ? null : known.view("DRAM");
        long bytes = buffer.is("freed") ? -buffer.bytes() : buffer.bytes();
        long held = bytes + (before == null ? 0 : before.usedBytes());
        out.stated(device, new MemoryView("DRAM", 1, 0, Math.max(0, held), 0, 0L));
      }
    }
  }
}
