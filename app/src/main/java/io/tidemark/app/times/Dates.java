package io.tidemark.app.times;

import io.tidemark.model.LineEnds;
import io.tidemark.model.Slice;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The dated lines of a log, gathered in a first pass. Of very many every second, fourth, eighth… is
 * kept, so that memory stays bounded; what lies between is then estimated like any other line.
 */
public final class Dates {

  static final int MOST = 1 << 17;

  private final int most;
  private List<Dated> found = new ArrayList<>();
  private @Nullable LogDate whole;
  private @Nullable LogDate newest;
  private long lines;
  private long stride = 1;
  private long length;

  private record Dated(long offset, LogDate date) {}

  public Dates() {
    this(MOST);
  }

  Dates(int most) {
    this.most = most;
  }

  /** The next slice of the log. */
  public void take(Slice slice) {
    byte[] bytes = slice.bytes();
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
      return; // A second that has begun already: nothing new, and maybe less than was known.
    }
    newest = date;
    if (lines++ % stride == 0) {
      found.add(new Dated(offset, date));
    }
    if (found.size() > most) {
      thin();
    }
  }

  /** Of any year: one of the two may name none. */
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

  /** Bytes of the log. */
  public long length() {
    return length;
  }

  /**
   * The times of the log that was taken; undated ones when no line has a date.
   *
   * @param start when a log without a date began, and near which a date without a year is; {@code
   *     null} for the last change as its end
   */
  public LogTimes times(ZoneId zone, @Nullable Instant start, long changedMillis) {
    // A date without a year lies in the year after the start, or in the year before the end.
    LocalDateTime reference =
        start == null
            ? LocalDateTime.ofInstant(Instant.ofEpochMilli(changedMillis), zone)
                .minusMonths(6)
                .plusDays(1)
            : LocalDateTime.ofInstant(start, zone).plusMonths(6).minusDays(1);
    return LogTimes.of(
        marks(zone, reference),
        start == null
            ? LogTimes.until(changedMillis, length)
            : LogTimes.from(start.toEpochMilli()));
  }

  /**
   * Where in the log it was when.
   *
   * @param zone of dates that name none
   * @param reference what a date without a year is near to, unless the log itself names a year
   */
  List<LogTimes.Mark> marks(ZoneId zone, LocalDateTime reference) {
    LocalDateTime near = whole == null ? reference : whole.local();
    List<LogTimes.Mark> marks = new ArrayList<>(found.size());
    for (Dated dated : found) {
      marks.add(new LogTimes.Mark(dated.offset(), dated.date().near(near).millis(zone)));
    }
    return RisingMarks.of(marks);
  }
}
