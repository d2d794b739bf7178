package io.tidemark.analysis.date;

import io.tidemark.model.log.LineEnds;
import io.tidemark.model.log.Slice;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToLongFunction;

/**
 * The time of each byte of a log. A dated line has its date; between two dates times are
 * interpolated. Before the first and after the last date they advance by {@link #BYTES_PER_MILLI}.
 * Times never fall.
 */
public final class LogTimes {

  /**
   * The assumed rate without dates: ten kilobytes a second, about a hundred lines of a runtime log.
   */
  static final long BYTES_PER_MILLI = 10;

  private final Mark[] marks;
  private final boolean dated;
  private final long earliest;
  private final long latest;

  /** The date of the line that begins at {@code offset}. */
  record Mark(long offset, long millis) {}

  private LogTimes(List<Mark> marks, boolean dated) {
    this(marks.toArray(new Mark[0]), dated, Long.MIN_VALUE, Long.MAX_VALUE);
  }

  private LogTimes(Mark[] marks, boolean dated, long earliest, long latest) {
    this.marks = marks;
    this.dated = dated;
    this.earliest = earliest;
    this.latest = latest;
  }

  /** Times from the log's own rising dates; {@code undated} if there are none. */
  static LogTimes of(List<Mark> marks, LogTimes undated) {
    return marks.isEmpty() ? undated : new LogTimes(marks, true);
  }

  /** Times of a log with a known start only. */
  static LogTimes from(long startMillis) {
    return new LogTimes(List.of(new Mark(0, startMillis)), false);
  }

  /** Times of a log with a known end only. */
  static LogTimes until(long endMillis, long length) {
    return new LogTimes(List.of(new Mark(length, endMillis)), false);
  }

  /** The same times, none before the first date or start, and none after this one. */
  LogTimes notAfter(long latestMillis) {
    return new LogTimes(marks, dated, marks[0].millis(), latestMillis);
  }

  /** Bytes between the last date and an offset. */
  public long behindLastDate(long offset) {
    return offset - marks[marks.length - 1].offset();
  }

  /** The last date in epoch milliseconds. */
  public long lastDate() {
    return marks[marks.length - 1].millis();
  }

  /** The same times, with the latest one at this offset behind the last date. */
  public LogTimes endingAt(long offset) {
    Mark[] more = Arrays.copyOf(marks, marks.length + 1);
    more[marks.length] = new Mark(offset, latest);
    return new LogTimes(more, dated, earliest, latest);
  }

  /** Number of the log's dates that set its times; 0 when all times are estimated. */
  public int dates() {
    return dated ? marks.length : 0;
  }

  /** Time of the byte at {@code offset}, in epoch milliseconds. */
  public long millisAt(long offset) {
    return Math.min(latest, Math.max(earliest, estimated(offset)));
  }

  private long estimated(long offset) {
    int after = firstAfter(offset);
    if (after == 0) {
      return marks[0].millis() - (marks[0].offset() - offset) / BYTES_PER_MILLI;
    }
    Mark from = marks[after - 1];
    long since = offset - from.offset();
    if (after == marks.length) {
      return from.millis() + since / BYTES_PER_MILLI;
    }
    double share = (double) since / (marks[after].offset() - from.offset());
    return from.millis() + (long) ((marks[after].millis() - from.millis()) * share);
  }

  private int firstAfter(long offset) {
    return firstAbove(marks.length, mark -> marks[mark].offset(), offset);
  }

  /** The first of rising values above a limit; {@code count} if there is none. */
  static int firstAbove(int count, IntToLongFunction rising, long limit) {
    int low = 0;
    int high = count;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (rising.applyAsLong(middle) > limit) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  /** The slice with its times, cut at each date, so that time advances evenly within each part. */
  public List<Slice> cut(Slice slice) {
    if (slice.truncated()) {
      return List.of(part(slice, slice.offset(), slice.end()));
    }
    List<Slice> cut = new ArrayList<>();
    long start = slice.offset();
    for (int next = firstAfter(start); next < marks.length; next++) {
      long at = marks[next].offset();
      if (at >= slice.end()) {
        break;
      }
      cut.add(part(slice, start, at));
      start = at;
    }
    cut.add(part(slice, start, slice.end()));
    return cut;
  }

  /**
   * As {@link #cut(Slice)}, and cut further at line ends, so that no part spans much more than
   * {@code mostMillis}. A single longer line is not cut.
   */
  public List<Slice> cut(Slice slice, long mostMillis) {
    List<Slice> cut = new ArrayList<>();
    for (Slice even : cut(slice)) {
      long parts =
          Math.min(
              even.truncated() ? 1 : even.bytes().length,
              1 + (even.toMillis() - even.fromMillis()) / mostMillis);
      int start = 0;
      for (long next = 1; next < parts; next++) {
        int end = lineEnd(even.bytes(), Math.max(start, (int) (even.length() * next / parts)));
        if (end == even.bytes().length) {
          break;
        }
        cut.add(part(even, even.offset() + start, even.offset() + end));
        start = end;
      }
      cut.add(start == 0 ? even : part(even, even.offset() + start, even.end()));
    }
    return cut;
  }

  private static int lineEnd(byte[] bytes, int from) {
    return Math.min(bytes.length, LineEnds.next(bytes, from, bytes.length) + 1);
  }

  private Slice part(Slice slice, long start, long end) {
    boolean last = end == slice.end();
    int from = (int) (start - slice.offset());
    int to = last ? slice.bytes().length : (int) (end - slice.offset());
    byte[] bytes = Arrays.copyOfRange(slice.bytes(), from, to);
    boolean unterminated = last && slice.unterminated();
    int lines = LineEnds.count(bytes, 0, bytes.length) + (unterminated ? 1 : 0);
    long length = end - start;
    return new Slice(
        slice.generation(),
        start,
        length,
        slice.truncated() ? 1 : lines,
        slice.truncated(),
        unterminated,
        millisAt(start),
        millisAt(end),
        bytes);
  }
}
