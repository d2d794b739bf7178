package io.tidemark.bench;

import io.tidemark.analysis.LogAnalysis;
import io.tidemark.analysis.store.HeapParts;
import io.tidemark.model.log.LineEnds;
import io.tidemark.model.log.Slice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Parses and tracks the whole log as one file, slice by slice; summed up as {@code report} does.
 */
final class TrackBench {

  private static final int SLICES_TO_SUM_UP = 16;

  private TrackBench() {}

  static void read(Path file) throws IOException {
    byte[] log = Files.readAllBytes(file);
    LogAnalysis state = LogAnalysis.load("log", new HeapParts());
    int slices = 0;
    for (int at = 0; at < log.length; ) {
      int end = sliceEnd(log, at, log.length);
      byte[] bytes = Arrays.copyOfRange(log, at, end);
      int lines = LineEnds.count(bytes, 0, bytes.length);
      state.apply(new Slice("file", at, end - at, lines, false, false, at, at, bytes));
      if (++slices % SLICES_TO_SUM_UP == 0) {
        state.store();
        state.changesWhileBusy();
      }
      at = end;
    }
    state.store();
    state.changes();
  }

  static int sliceEnd(byte[] log, int from, int to) {
    int end = Math.min(to, from + Slice.TARGET_BYTES);
    while (end > from && log[end - 1] != '\n') {
      end--;
    }
    return end > from ? end : LineEnds.next(log, from, to) + 1;
  }
}
