package io.tidemark.analysis.system.tenstorrent;

import io.tidemark.analysis.line.DocumentFormat;
import io.tidemark.analysis.line.LineFormat;
import io.tidemark.analysis.system.LogSystem;
import io.tidemark.analysis.system.RunContext;
import io.tidemark.analysis.system.SystemTracker;
import java.util.List;

/** Files written by Tenstorrent tools: ttrt results, ttnn graph captures, tt-metal reports. */
public final class TtnnFiles implements LogSystem {

  static final String REPORT = "ttnn-report";
  static final String MEMORY = "ttrt-memory";
  static final String GRAPH = "ttnn-graph";

  @Override
  public String name() {
    return "ttnn";
  }

  @Override
  public List<LineFormat> lineFormats() {
    return List.of(new TtnnReportFormat(REPORT));
  }

  /** No record matches both: one has figures of memories, the other a node or a device. */
  @Override
  public List<DocumentFormat> documentFormats() {
    return List.of(new TtrtRecords(), new GraphRecords());
  }

  @Override
  public SystemTracker newTracker(RunContext context) {
    return new TtnnMemories();
  }
}
