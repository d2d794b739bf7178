package io.tidemark.analysis.system.tenstorrent;

import io.tidemark.analysis.line.LineFormat;
import io.tidemark.analysis.system.LogSystem;
import io.tidemark.analysis.system.RunContext;
import io.tidemark.analysis.system.SystemTracker;
import java.util.List;

/** The Tenstorrent runtime (tt-mlir, tt-metal) and its PJRT plugin, by what they log. */
public final class Tenstorrent implements LogSystem {

  /** The format of the runtime's lines. */
  public static final String RUNTIME = "tenstorrent";

  @Override
  public String name() {
    return RUNTIME;
  }

  @Override
  public List<LineFormat> lineFormats() {
    return List.of(new TenstorrentFormat(RUNTIME));
  }

  @Override
  public SystemTracker newTracker(RunContext context) {
    return new RuntimeTracker(context.devices());
  }
}
