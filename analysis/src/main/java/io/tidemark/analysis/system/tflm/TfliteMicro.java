package io.tidemark.analysis.system.tflm;

import io.tidemark.analysis.line.LineFormat;
import io.tidemark.analysis.system.LogSystem;
import io.tidemark.analysis.system.RunContext;
import io.tidemark.analysis.system.SystemTracker;
import java.util.List;

/** TFLite Micro's memory planner. */
public final class TfliteMicro implements LogSystem {

  static final String FORMAT = "tflite-micro";

  @Override
  public String name() {
    return FORMAT;
  }

  @Override
  public List<LineFormat> lineFormats() {
    return List.of(new TflmFormat(FORMAT));
  }

  @Override
  public SystemTracker newTracker(RunContext context) {
    return new TflmTracker(context.plans());
  }
}
