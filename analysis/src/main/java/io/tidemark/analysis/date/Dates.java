package io.tidemark.analysis.date;

import io.tidemark.model.log.LineEnds;
import io.tidemark.model.log.Slice;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The dated lines of a log, collected in a first pass. Beyond {@link #MOST}, only every second,
 * fourth, eighth… one is kept, so that memory is bounded. The others are estimated like undated
 * lines.
 */
public final class Dates {

  static final int MOST = 1 << 17;

  /** A logger states its date a moment before the file system does so. */
  private static final long CLOCKS_DIFFER_MILLIS = 1000;

  private final int most;
  private List<Dated> found = new ArrayList<>();
  private @Nullable LogDate whole;
  private @Nullable LogDate newest;
  private long lines;
  private long stride = 1;
  private long length;
  private long begin = -1;

  private record Dated(long offset, LogDate date) {}

  public Dates() {
    this(MOST);
  }

  Dates(int most) {
    this.most = most;
  }

  public void add(Slice slice) {
    byte[] bytes = slice.bytes();
    begin = begin < 0 ? slice.offset() : begin;
    int start = 0;
    while (start < bytes.length) {
      int end = LineEnds.next(bytes, start, bytes.length);
      LogDate date = Notation.read(bytes, start, end);
      if (date != null) {
        add(slice.offset() + start, date);
      }
      start = end + 1;
    }
    length = slice.end();
  }

  private void add(long offset, LogDate date) {
    if (!date.yearless() && whole == null) {
      whole = date;
    }
    if (date.coarse() && second(date).equals(second(newest))) {
      return; // A repeated second without a fraction adds no information.
    }
    newest = date;
    if (lines++ % stride == 0) {
      found.add(new Dated(offset, date));
    }
    if (found.size() > most) {
      thin();
    }
  }

  /** The date without year, which one of two compared dates may lack. */
  private static LocalDateTime second(@Nullable LogDate date) {
    return date == null ? LocalDateTime.MIN : date.local().withNano(0).withYear(LogDate.NO_YEAR);
  }

  private void thin() {
    List<Dated> kept = new ArrayList<>();
    for (int i = 0; i < found.size(); i += 2) {
      kept.add(found.get(i));
    }
    found = kept;
    stride *= 2;
  }

  public long length() {
    return length;
  }

  /**
   * The times of the log; estimated if no line has a date.
   *
   * @param start start of a log without dates, and reference for dates without a year; {@code null}
   *     if the log ends at its last change
   */
  public LogTimes times(ZoneId zone, @Nullable Instant start, long changedMillis) {
    // A date without a year lies in the year after the start, or in the year before the end.
    LocalDateTime reference =
        start == null ? yearBefore(changedMillis, zone) : yearAfter(start.toEpochMilli(), zone);
    return LogTimes.of(
        marks(zone, reference),
        start == null
            ? LogTimes.until(changedMillis, length)
            : LogTimes.from(start.toEpochMilli()));
  }

  /**
   * The times of a part of a log, written between two times. A date outside is that of another
   * clock. Without dates, all of the part was written at its end.
   *
   * @param sinceMillis time of the byte before the part; 0 if unknown
   */
  public LogTimes times(ZoneId zone, long sinceMillis, long untilMillis) {
    LocalDateTime reference =
        sinceMillis == 0 ? yearBefore(untilMillis, zone) : yearAfter(sinceMillis, zone);
    List<LogTimes.Mark> marks = new ArrayList<>();
    if (sinceMillis > 0) {
      marks.add(new LogTimes.Mark(begin - 1, sinceMillis));
    }
    for (LogTimes.Mark mark : marks(zone, reference)) {
      if (mark.millis() >= sinceMillis && mark.millis() <= untilMillis + CLOCKS_DIFFER_MILLIS) {
        marks.add(mark);
      }
    }
    return LogTimes.of(marks, LogTimes.from(untilMillis)).notAfter(untilMillis);
  }

  private static LocalDateTime yearAfter(long millis, ZoneId zone) {
    return LocalDateTime.ofInstant(Instant.ofEpochMilli(millis), zone).plusMonths(6).minusDays(1);
  }

  private static LocalDateTime yearBefore(long millis, ZoneId zone) {
    return LocalDateTime.ofInstant(Instant.ofEpochMilli(millis), zone).minusMonths(6).plusDays(1);
  }

  /**
   * The offsets of dated lines with their times, rising.
   *
   * @param zone of dates that name none
   * @param reference determines the year of dates without one, unless the log itself names a year
   */
  List<LogTimes.Mark> marks(ZoneId zone, LocalDateTime reference) {
    LocalDateTime near = whole == null ? reference : whole.local();
    List<LogTimes.Mark> marks = new ArrayList<>(found.size());
    for (Dated dated : found) {
      marks.add(new LogTimes.Mark(dated.offset(), dated.date().near(near).millis(zone)));
    }
    return rising(marks);
  }

  /**
   * Selects the longest chain of dates that never falls. A wrong clock, or a buffer written late,
   * then affects only its own lines. If the highest date so far were kept, one date in the future
   * would drop all later lines.
   */
  private static List<LogTimes.Mark> rising(List<LogTimes.Mark> marks) {
    int[] lastOfLength = new int[marks.size()];
    int[] before = new int[marks.size()];
    int longest = 0;
    for (int i = 0; i < before.length; i++) {
      // The shortest chain whose last date is later.
      int length =
          LogTimes.firstAbove(
              longest, chain -> marks.get(lastOfLength[chain]).millis(), marks.get(i).millis());
      before[i] = length == 0 ? -1 : lastOfLength[length - 1];
      lastOfLength[length] = i;
      longest = Math.max(longest, length + 1);
    }
    LogTimes.Mark[] chain = new LogTimes.Mark[longest];
    for (int i = longest == 0 ? -1 : lastOfLength[longest - 1], n = longest;
        i >= 0;
        i = before[i]) {
      chain[--n] = marks.get(i);
    }
    return Arrays.asList(chain);
  }
}
