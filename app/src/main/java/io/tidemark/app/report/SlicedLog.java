package io.tidemark.app.report;

import io.tidemark.model.LineEnds;
import io.tidemark.model.Slice;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/** A log at rest, cut into the slices that a tailer would ship. */
public final class SlicedLog {

  private static final String GENERATION = "report";

  private final long timeMillis;
  private final Consumer<Slice> each;
  private byte[] held = new byte[2 * Slice.TARGET_BYTES];
  private int filled;
  private long offset;

  private SlicedLog(long timeMillis, Consumer<Slice> each) {
    this.timeMillis = timeMillis;
    this.each = each;
  }

  /** Hands over every slice of the files in order; {@link #changed} is the time of all. */
  public static void read(List<Path> files, Consumer<Slice> each) throws IOException {
    SlicedLog sliced = new SlicedLog(changed(files), each);
    for (Path file : files) {
      try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
        sliced.read(in);
      }
    }
  }

  /** The last change of any of the files, in epoch milliseconds. */
  public static long changed(List<Path> files) throws IOException {
    long changed = 0;
    for (Path file : files) {
      changed = Math.max(changed, Files.getLastModifiedTime(file).toMillis());
    }
    return changed;
  }

  private void read(InputStream in) throws IOException {
    int read;
    while ((read = in.read(held, filled, held.length - filled)) >= 0) {
      int searched = filled;
      filled += read;
      int end = Math.max(0, lastLineEnd(searched));
      if (end >= Slice.TARGET_BYTES || (end > 0 && filled == held.length)) {
        ship(end, end, false);
      } else if (filled == held.length) {
        grow(in);
      }
    }
    int end = lastLineEnd(0);
    if (end > 0) {
      ship(end, end, false);
    }
    if (filled > 0) {
      ship(filled, filled, true);
    }
  }

  private int lastLineEnd(int from) {
    for (int i = filled; i > from; i--) {
      if (held[i - 1] == '\n') {
        return i;
      }
    }
    return 0;
  }

  /** A line longer than what is held: kept whole up to its limit, beyond it only its head is. */
  private void grow(InputStream in) throws IOException {
    if (held.length < Slice.MAX_LINE_BYTES) {
      held = Arrays.copyOf(held, Slice.MAX_LINE_BYTES);
      return;
    }
    long length = filled;
    int next;
    do {
      next = in.read();
      length += next < 0 ? 0 : 1;
    } while (next >= 0 && next != '\n');
    each.accept(
        new Slice(
            GENERATION, offset, length, 1, true, next < 0, timeMillis, timeMillis, held.clone()));
    offset += length;
    filled = 0;
  }

  private void ship(int end, long length, boolean unterminated) {
    byte[] bytes = Arrays.copyOf(held, end);
    int lines = LineEnds.count(bytes, 0, end) + (unterminated ? 1 : 0);
    each.accept(
        new Slice(
            GENERATION, offset, length, lines, false, unterminated, timeMillis, timeMillis, bytes));
    offset += length;
    System.arraycopy(held, end, held, 0, filled - end);
    filled -= end;
  }
}
