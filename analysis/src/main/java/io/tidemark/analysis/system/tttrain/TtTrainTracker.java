package io.tidemark.analysis.system.tttrain;

import io.tidemark.analysis.line.Fact;
import io.tidemark.analysis.line.LineListener;
import io.tidemark.analysis.memory.Devices;
import io.tidemark.analysis.memory.RunOutput;
import io.tidemark.analysis.state.PartReader;
import io.tidemark.analysis.state.PartWriter;
import io.tidemark.analysis.system.SystemTracker;
import io.tidemark.analysis.system.UnsectionedState;
import io.tidemark.model.Training;
import org.jspecify.annotations.Nullable;

/** Tracks the summary of one training run, and the memories in its lines. */
final class TtTrainTracker implements SystemTracker, UnsectionedState {

  private static final int VERSION = 2;

  /** The first version, without names. */
  private static final int OLDEST_VERSION = 1;

  private final Devices devices;
  private final TrainingSummary summary = new TrainingSummary();
  private final Banner banner = new Banner();

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
  public int version() {
    return VERSION;
  }

  @Override
  public int oldestVersion() {
    return OLDEST_VERSION;
  }

  @Override
  public void write(PartWriter section) {
    summary.write(section);
    summary.writeName(section);
    banner.write(section);
  }

  @Override
  public void read(PartReader section) {
    summary.read(section);
    if (section.version() > OLDEST_VERSION) {
      summary.readName(section);
      banner.read(section);
    }
  }

  @Override
  public void readPlans(PartReader in) {
    summary.read(in);
  }
}
