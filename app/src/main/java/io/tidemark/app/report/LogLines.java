package io.tidemark.app.report;

import io.tidemark.app.logfile.LogFailure;
import io.tidemark.app.logfile.SlicedLog;
import io.tidemark.model.LineEnds;
import io.tidemark.model.Slice;
import java.nio.file.Path;
import java.util.List;

/** The lines of a log at rest, one after the other. */
final class LogLines {

  private LogLines() {}

  /** {@code bytes[start, end)} is the line, without its end. */
  @FunctionalInterface
  interface Taker {
    void take(byte[] bytes, int start, int end);

    /** The same of a line that is longer than its limit, of which this is the head. */
    default void takeHead(byte[] bytes, int start, int end) {
      take(bytes, start, end);
    }
  }

  static void each(List<Path> files, Taker taker) throws LogFailure {
    SlicedLog.read(files, slice -> each(slice, taker));
  }

  private static void each(Slice slice, Taker taker) {
    byte[] bytes = slice.bytes();
    if (slice.truncated()) {
      taker.takeHead(bytes, 0, bytes.length);
      return;
    }
    int start = 0;
    while (start < bytes.length) {
      int end = LineEnds.next(bytes, start, bytes.length);
      taker.take(bytes, start, end);
      start = end + 1;
    }
  }
}
