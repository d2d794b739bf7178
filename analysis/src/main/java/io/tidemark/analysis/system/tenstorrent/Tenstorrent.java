package io.tidemark.analysis.system.tenstorrent;

import io.tidemark.analysis.line.LineFormat;
import io.tidemark.analysis.system.LogSystem;
import io.tidemark.analysis.system.RunContext;
import io.tidemark.analysis.system.SystemTracker;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Logs of the Tenstorrent runtime (tt-mlir, tt-metal) and its PJRT plugin. */
public final class Tenstorrent implements LogSystem {

  /** The format of the runtime's lines. */
  public static final String RUNTIME = "tenstorrent";

  private final @Nullable OperationListener listener;

  public Tenstorrent() {
    this(null);
  }

  private Tenstorrent(@Nullable OperationListener listener) {
    this.listener = listener;
  }

  /** Returns a copy whose trackers pass ops and modules to the listener. */
  public Tenstorrent showing(OperationListener listener) {
    return new Tenstorrent(listener);
  }

  @Override
  public String name() {
    return RUNTIME;
  }

  @Override
  public List<LineFormat> lineFormats() {
    return List.of(new TenstorrentFormat(RUNTIME));
  }

  @Override
  public boolean tracksFailures() {
    return true;
  }

  /** A module's text stands above the first op. */
  @Override
  public boolean needsLines() {
    return listener != null;
  }

  @Override
  public SystemTracker newTracker(RunContext context) {
    return new RuntimeTracker(context, listener);
  }
}
