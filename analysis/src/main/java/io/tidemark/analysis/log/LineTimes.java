package io.tidemark.analysis.log;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.OptBoolean;
import io.tidemark.analysis.date.Dates;
import io.tidemark.analysis.date.LogTimes;
import io.tidemark.analysis.state.Stored;
import io.tidemark.model.log.FileStatus;
import io.tidemark.model.log.Slice;
import io.tidemark.model.log.SliceOrigin.Found;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/**
 * Times of the lines of a source: what a wrapper of the line states, else when it was written. A
 * line that was in its file when that was first read was written at its date; without one not later
 * than the last change of the file. Every other line was read as it was written. Lines before the
 * first stated time of a file keep theirs, so the first stated time may be older; so do found lines
 * before the first date. Other times never run backwards.
 */
@Stored
public final class LineTimes {

  private static final long DAY = 86_400_000;

  /** A difference of clocks that no two time zones have. */
  private static final long OTHER_ZONE = 27 * DAY / 24;

  /** Milliseconds a byte of a program that writes a line a minute. */
  private static final long SLOWEST = 1000;

  /** Behind a log's last date, a traceback of so many bytes is of the same moment. */
  public static final long UNDATED_TAIL = 4096;

  private long last;

  /** The newest stated time in epoch milliseconds; 0 if none. */
  private long stated;

  /** The newest file states times: a line without one has the time of the line before. */
  private boolean own;

  /** When the newest line was written; 0 if nothing says so. */
  @JsonProperty(isRequired = OptBoolean.FALSE)
  private long known;

  /** The newest lines were found and have no date: the first one may be older. */
  @JsonProperty(isRequired = OptBoolean.FALSE)
  private boolean undated;

  /** The times of the slice whose lines come next; {@code null} if they were read as written. */
  private transient @Nullable LogTimes written;

  public long last() {
    return last;
  }

  /** Resets the state for a new file. */
  public void beginFile() {
    own = false;
  }

  /**
   * Returns the slice as its lines were written, for lines that were in the file before: with the
   * times of its first and its last byte. A log whose dates are old was changed by its copy only:
   * its last change is its last date. Only the lines of a file without dates are still found.
   *
   * @param begins whether it is the first of its file
   * @param endsFile whether less than {@link #UNDATED_TAIL} stood behind it in the file
   */
  public Slice written(Slice slice, boolean begins, boolean endsFile) {
    written = null;
    long since = begins ? 0 : known;
    boolean mayFall = undated && !begins;
    ZoneId zone = slice.origin().zone();
    FileStatus file = slice.origin().file();
    Found found = slice.origin().found();
    if (found == null || zone == null || file == null || file.changedMillis() == null) {
      return asRead(slice);
    }
    long changed = Math.min(file.changedMillis(), slice.toMillis());
    Dates dates = new Dates();
    dates.add(slice);
    LogTimes times = dates.times(zone, Math.min(since, changed), changed);
    undated = times.dates() == 0;
    if (!undated && endsFile && grewUntil(changed, times, slice.end())) {
      times = times.endingAt(slice.end());
    }
    long from = times.millisAt(slice.offset());
    long to = Math.max(from, times.millisAt(slice.end()));
    boolean old = !undated && to < changed - OTHER_ZONE;
    if (found == Found.FRESH && !old) {
      return asRead(slice);
    }
    written = times;
    last = mayFall && !undated ? from : last;
    known = undated ? 0 : to;
    FileStatus status = new FileStatus(file.sizeBytes(), old ? to : changed);
    return slice.at(from, to).from(slice.origin().of(status).found(undated ? Found.OLD : null));
  }

  /**
   * Whether a log grew on behind its last date until its file's last change: a copy or a download
   * has the date of its own, days behind what it holds. A copy of the next day, or one with a long
   * tail, looks like a log that grew.
   */
  private static boolean grewUntil(long changed, LogTimes times, long end) {
    long bytes = times.behindLastDate(end);
    long millis = changed - times.lastDate();
    return bytes > UNDATED_TAIL && (millis < OTHER_ZONE || millis / bytes < SLOWEST);
  }

  /** A slice whose lines were read as they were written. */
  private Slice asRead(Slice slice) {
    known = slice.toMillis();
    if (slice.origin().found() == null) {
      undated = false;
      return slice;
    }
    return slice.from(slice.origin().found(null));
  }

  /**
   * Returns the time of a line in epoch milliseconds.
   *
   * @param start offset of the line in the slice
   * @param millis time stated by its wrapper; {@code null} if none
   */
  public long of(Slice slice, int start, @Nullable Long millis) {
    if (millis != null && credible(slice, millis)) {
      own = true;
      stated = Math.max(stated, millis);
      last = stated;
    } else if (!own) {
      LogTimes found = written;
      last =
          Math.max(
              last, found == null ? millis(slice, start) : found.millisAt(slice.offset() + start));
    }
    return last;
  }

  /**
   * Interpolates the time of a line in epoch milliseconds, as if the slice came at a constant rate.
   */
  private static long millis(Slice slice, int start) {
    long span = slice.toMillis() - slice.fromMillis();
    return slice.fromMillis() + (long) ((double) span * start / Math.max(1, slice.length()));
  }

  /** A line cannot be written after it was read. One day of clock difference is tolerated. */
  private static boolean credible(Slice slice, long millis) {
    return slice.toMillis() == 0 || millis <= slice.toMillis() + DAY;
  }

  /** Whether lines of the newest file state their times. */
  public boolean own() {
    return own;
  }
}
