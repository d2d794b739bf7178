package io.tidemark.analysis.system.tttrain;

import io.tidemark.analysis.line.LineFormat;
import io.tidemark.analysis.system.LogSystem;
import io.tidemark.analysis.system.RunContext;
import io.tidemark.analysis.system.SystemTracker;
import java.util.List;

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
}
