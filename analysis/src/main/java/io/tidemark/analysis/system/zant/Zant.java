package io.tidemark.analysis.system.zant;

import io.tidemark.analysis.line.LineFormat;
import io.tidemark.analysis.system.LogSystem;
import io.tidemark.analysis.system.RunContext;
import io.tidemark.analysis.system.SystemTracker;
import java.util.List;

/** Z-Ant: its compiler's memory plans and its tracing allocators. */
public final class Zant implements LogSystem {

  public static final String FORMAT = "zant";

  @Override
  public String name() {
    return FORMAT;
  }

  @Override
  public List<LineFormat> lineFormats() {
    return List.of(new ZantFormat(FORMAT));
  }

  @Override
  public SystemTracker newTracker(RunContext context) {
    return new ZantTracker(context.plans());
  }
}
