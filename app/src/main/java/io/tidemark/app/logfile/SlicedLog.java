package io.tidemark.app.logfile;

import io.tidemark.model.Refusal;
import io.tidemark.model.log.LineEnds;
import io.tidemark.model.log.Slice;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/** Cuts a complete log into the slices that a tailer would ship. */
public final class SlicedLog {

  private static final String GENERATION = "report";

  private final long timeMillis;
  private final Consumer<Slice> each;
  private byte[] held = new byte[2 * Slice.TARGET_BYTES];
  private int filled;

  /** End of the last whole line in the buffer; 0 if there is none. */
  private int whole;

  private long offset;

  private SlicedLog(long timeMillis, Consumer<Slice> each) {
    this.timeMillis = timeMillis;
    this.each = each;
  }

  /** Thrown by a receiver of slices to end the reading; the log is not the cause. */
  public static final class Aborted extends RuntimeException {
    public Aborted(Throwable cause) {
      super(cause);
    }
  }

  /**
   * Passes every slice of the files on, in order, with the time {@link #changed}.
   *
   * @throws LogFailure when a file cannot be read, or the receiver fails at a slice
   */
  public static void read(List<Path> files, Consumer<Slice> each) throws LogFailure {
    SlicedLog sliced = new SlicedLog(changed(files), each);
    for (Path file : files) {
      try (InputStream in = Files.newInputStream(file)) {
        sliced.read(in);
      } catch (LogFailure e) {
        throw e;
      } catch (IOException e) {
        throw LogFailure.reading(sliced.offset + sliced.filled, e);
      }
    }
  }

  /** The last change of any of the files, in epoch milliseconds. */
  public static long changed(List<Path> files) throws LogFailure {
    long changed = 0;
    for (Path file : files) {
      try {
        changed = Math.max(changed, Files.getLastModifiedTime(file).toMillis());
      } catch (IOException e) {
        throw LogFailure.reading(0, e);
      }
    }
    return changed;
  }

  private void read(InputStream in) throws IOException {
    int read;
    while ((read = in.read(held, filled, held.length - filled)) >= 0) {
      fill(read);
      if (whole >= Slice.TARGET_BYTES || (whole > 0 && filled == held.length)) {
        ship(whole, false);
      } else if (filled == held.length) {
        grow(in);
      }
    }
    if (whole > 0) {
      ship(whole, false);
    }
    if (filled > 0) {
      ship(filled, true);
    }
  }

  /** Accounts for {@code read} more bytes in the buffer. */
  private void fill(int read) {
    for (int i = filled + read; i > filled; i--) {
      if (held[i - 1] == '\n') {
        whole = i;
        break;
      }
    }
    filled += read;
  }

  /**
   * Handles a line longer than the buffer: up to the limit it is kept whole, beyond it only its
   * head is.
   */
  private void grow(InputStream in) throws IOException {
    if (held.length < Slice.MAX_LINE_BYTES) {
      held = Arrays.copyOf(held, Slice.MAX_LINE_BYTES);
      return;
    }
    byte[] head = held.clone();
    long length = filled;
    int read = in.read(held);
    int end = LineEnds.next(held, 0, Math.max(0, read));
    while (read >= 0 && end == read) {
      length += read;
      read = in.read(held);
      end = LineEnds.next(held, 0, Math.max(0, read));
    }
    boolean unterminated = read < 0;
    length += unterminated ? 0 : end + 1;
    pass(
        new Slice(GENERATION, offset, length, 1, true, unterminated, timeMillis, timeMillis, head));
    int rest = unterminated ? 0 : read - end - 1;
    System.arraycopy(held, end + (unterminated ? 0 : 1), held, 0, rest);
    filled = 0;
    fill(rest);
  }

  private void ship(int end, boolean unterminated) throws LogFailure {
    byte[] bytes = Arrays.copyOf(held, end);
    int lines = LineEnds.count(bytes, 0, end) + (unterminated ? 1 : 0);
    pass(
        new Slice(
            GENERATION, offset, end, lines, false, unterminated, timeMillis, timeMillis, bytes));
    int rest = filled - end;
    int room = Math.max(2 * Slice.TARGET_BYTES, rest);
    byte[] next = held.length > room ? new byte[room] : held;
    System.arraycopy(held, end, next, 0, rest);
    held = next;
    filled = rest;
    whole = 0;
  }

  private void pass(Slice slice) throws LogFailure {
    try {
      each.accept(slice);
    } catch (Refusal | Aborted e) {
      throw e;
    } catch (RuntimeException | StackOverflowError e) {
      throw LogFailure.analysing(slice.offset(), slice.end(), e);
    }
    offset = slice.end();
  }
}
