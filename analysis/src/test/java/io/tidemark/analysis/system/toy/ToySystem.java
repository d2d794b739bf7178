package io.tidemark.analysis.system.toy;

import io.tidemark.analysis.line.LineFormat;
import io.tidemark.analysis.system.LogSystem;
import io.tidemark.analysis.system.RunContext;
import io.tidemark.analysis.system.SystemTracker;
import java.util.List;

/** A system as anybody would add one. */
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
