package io.tidemark.analysis.system.toy;

import io.tidemark.analysis.line.LineFormat;
import io.tidemark.analysis.system.LogSystem;
import io.tidemark.analysis.system.RunContext;
import io.tidemark.analysis.system.SystemTracker;
import java.util.List;

/** An example of a system that a contributor would add. */
final class ToySystem implements LogSystem {

  static final String FORMAT = "toy";

  @Override
  public String name() {
    return FORMAT;
  }

  @Override
  public List<LineFormat> lineFormats() {
    return List.of(new ToyFormat());
  }

  @Override
  public SystemTracker newTracker(RunContext context) {
    return new ToyTracker(context.plans());
  }
}
