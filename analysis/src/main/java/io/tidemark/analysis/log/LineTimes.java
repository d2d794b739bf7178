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
 * first stated time of a file keep theirs, so the first stated time may be older. Times never run
 * backwards.
 */
@Stored
public final class LineTimes {

  private static final long DAY = 86_400_000;

  /** A difference of clocks that no two time zones have. */
  private static final long OTHER_ZONE = 27 * DAY / 24;

  /** Behind a log's last date, a traceback of so many bytes is of the same moment. */
  private static final long UNDATED_TAIL = 4096;

  private long last;

  /** The newest stated time in epoch milliseconds; 0 if none. */
  private long stated;

  /** The newest file states times: a line without one has the time of the line before. */
  private boolean own;

  /** The newest date of the newest file's found lines in epoch milliseconds; 0 if none. */
  @JsonProperty(isRequired = OptBoolean.FALSE)
  private long dated;

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
   * times of its first and its last byte, the latter also as the last change of the file. Only the
   * lines of a file without dates are still found.
   *
   * @param begins whether it is the first of its file
   * @param ends whether it reached the end of its file
   */
  public Slice written(Slice slice, boolean begins, boolean ends) {
    written = null;
    dated = begins ? 0 : dated;
    boolean wasUndated = undated;
    undated = false;
    ZoneId zone = slice.origin().zone();
    FileStatus file = slice.origin().file();
    Found found = slice.origin().found();
    if (found == null || zone == null || file == null || file.changedMillis() == null) {
      return slice;
    }
    long latest = Math.min(file.changedMillis(), slice.toMillis());
    Dates dates = new Dates();
    dates.add(slice);
    LogTimes start = LogTimes.from(slice.offset(), dated == 0 ? latest : dated);
    LogTimes times = dates.times(zone, latest, start);
    boolean known = dated > 0 || times.dates() > 0;
    if (known && ends && times.behindLastDate(slice.end()) > UNDATED_TAIL) {
      times = times.until(slice.end());
    }
    long from = Math.max(dated, times.millisAt(slice.offset()));
    long to = Math.max(from, times.millisAt(slice.end()));
    if (found == Found.FRESH && !(known && to < slice.toMillis() - OTHER_ZONE)) {
      return slice.from(slice.origin().found(null));
    }
    written = times;
    undated = !known;
    last = wasUndated && known ? from : last;
    dated = known ? to : 0;
    return slice
        .at(from, to)
        .from(
            slice
                .origin()
                .of(new FileStatus(file.sizeBytes(), to))
                .found(undated ? Found.OLD : null));
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
              last,
              found == null ? LineAt.millis(slice, start) : found.millisAt(slice.offset() + start));
    }
    return last;
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
