package io.tidemark.app.report;

import io.tidemark.model.LineEnds;
import io.tidemark.model.Slice;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** The lines of a log at rest, one after the other. */
final class LogLines {

  private LogLines() {}

  /** {@code bytes[start, end)} is the line, without its end. */
  @FunctionalInterface
  interface Taker {
    void take(byte[] bytes, int start, int end);
  }

  static void each(List<Path> files, Taker taker) throws IOException {
    SlicedLog.read(files, slice -> each(slice, taker));
  }

  private static void each(Slice slice, Taker taker) {
    byte[] bytes = slice.bytes();
    int start = 0;
    while (start < bytes.length) {
      int end = LineEnds.next(bytes, start, bytes.length);
      taker.take(bytes, start, end);
      start = end + 1;
    }
  }
}
