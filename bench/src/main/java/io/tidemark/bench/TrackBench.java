package io.tidemark.bench;

import io.tidemark.analysis.HeapParts;
import io.tidemark.analysis.LogAnalysis;
import io.tidemark.model.LineEnds;
import io.tidemark.model.Slice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** Parse and track, slice by slice, each copy of the log as a new file of one source. */
final class TrackBench {

  private TrackBench() {}

  static void read(Path file, int copyBytes) throws IOException {
    byte[] log = Files.readAllBytes(file);
    LogAnalysis state = LogAnalysis.load("log", new HeapParts());
    for (int from = 0; from < log.length; from += copyBytes) {
      int copy = from / copyBytes;
      int at = from;
      while (at < from + copyBytes) {
        int end = sliceEnd(log, at, from + copyBytes);
        byte[] bytes = Arrays.copyOfRange(log, at, end);
        int lines = LineEnds.count(bytes, 0, bytes.length);
        state.after(
            new Slice("copy " + copy, at - from, end - at, lines, false, false, at, at, bytes));
        state.changesWhileBusy();
        at = end;
      }
    }
  }

  private static int sliceEnd(byte[] log, int from, int to) {
    int end = Math.min(to, from + Slice.TARGET_BYTES);
    while (end > from && log[end - 1] != '\n') {
      end--;
    }
    return end > from ? end : LineEnds.next(log, from, to) + 1;
  }
}
