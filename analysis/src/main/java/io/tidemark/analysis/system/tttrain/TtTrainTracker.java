package io.tidemark.analysis.system.tttrain;

import io.tidemark.analysis.line.Fact;
import io.tidemark.analysis.line.LineListener;
import io.tidemark.analysis.memory.Devices;
import io.tidemark.analysis.memory.RunOutput;
import io.tidemark.analysis.state.Section;
import io.tidemark.analysis.system.SystemTracker;
import io.tidemark.model.training.Training;
import org.jspecify.annotations.Nullable;

/** Tracks the summary of one training run, and the memories in its lines. */
final class TtTrainTracker implements SystemTracker {

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
}
