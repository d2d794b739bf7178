package io.tidemark.bench;

import io.tidemark.analysis.LogAnalysis;
import io.tidemark.analysis.store.NoParts;
import io.tidemark.app.logfile.SlicedLog;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Parses and tracks the whole log as one file, slice by slice; summed up as {@code report} does.
 */
final class TrackBench {

  private static final int SLICES_TO_SUM_UP = 16;

  private TrackBench() {}

  static void read(Path file) throws IOException {
    LogAnalysis state = LogAnalysis.load("log", new NoParts());
    int[] slices = {0};
    SlicedLog.read(
        List.of(file),
        slice -> {
          state.apply(slice);
          if (++slices[0] % SLICES_TO_SUM_UP == 0) {
            state.store();
            state.changesWhileBusy();
          }
        });
    state.store();
    state.changes();
  }
}
