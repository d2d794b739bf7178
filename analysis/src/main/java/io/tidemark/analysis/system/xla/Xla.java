package io.tidemark.analysis.system.xla;

import io.tidemark.analysis.line.LineFormat;
import io.tidemark.analysis.system.LogSystem;
import io.tidemark.analysis.system.RunContext;
import io.tidemark.analysis.system.SystemTracker;
import java.util.List;

/** XLA: compiler dumps, and failure messages of the compiler and its allocators. */
public final class Xla implements LogSystem {

  /** Format of dumps of a module's buffers. */
  public static final String DUMP = "xla-dump";

  public static final String LOG = "xla-log";

  @Override
  public String name() {
    return "xla";
  }

  @Override
  public List<LineFormat> lineFormats() {
    return List.of(new XlaDumpFormat(DUMP), new XlaLogFormat(LOG));
  }

  @Override
  public boolean tracksFailures() {
    return true;
  }

  @Override
  public SystemTracker newTracker(RunContext context) {
    return new XlaTracker(context);
  }
}
