package io.tidemark.analysis.log;

import io.tidemark.analysis.date.LogDate;
import io.tidemark.analysis.date.Notation;
import io.tidemark.analysis.state.Stored;
import io.tidemark.model.log.LineEnds;
import io.tidemark.model.log.Slice;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/**
 * Searches the first lines of a run for a date, which is taken as its start even if the log is read
 * later. Only slices of a tailer are searched: those of a replay already have the times of the log.
 */
@Stored
public final class StartSearch {

  /** Limit of the search in bytes: a log with dates has one among its first lines. */
  private static final long BYTES = 256 * 1024;

  private static final long DAY = 86_400_000;

  private long from;
  private long left;
  private boolean begun;

  private StartSearch() {
    this(0, 0, false);
  }

  private StartSearch(long from, long left, boolean begun) {
    this.from = from;
    this.left = left;
    this.begun = begun;
  }

  /** Starts a search for a run whose first line begins at this offset. */
  public static StartSearch from(long offset) {
    return new StartSearch(offset, BYTES, false);
  }

  /** A search that is finished. */
  public static StartSearch over() {
    return new StartSearch(0, 0, false);
  }

  /** Whether lines were searched without finding a date, and the limit is not reached. */
  public boolean isUnderWay() {
    return begun && left > 0;
  }

  /**
   * Returns the first date in epoch milliseconds among the lines of a slice that begin before an
   * offset; {@code null} if there is none.
   */
  public @Nullable Long search(Slice slice, long before) {
    ZoneId zone = slice.origin().zone();
    if (left <= 0 || zone == null) {
      return null;
    }
    begun = true;
    byte[] bytes = slice.bytes();
    int start = (int) Math.max(0, Math.min(bytes.length, from - slice.offset()));
    long limit = Math.min(bytes.length, before - slice.offset());
    Long found = null;
    while (found == null && start < limit) {
      int end = LineEnds.next(bytes, start, bytes.length);
      LogDate date = Notation.read(bytes, start, end);
      found = date == null ? null : credible(date, zone, slice.toMillis());
      start = end + 1;
    }
    long searched = Math.max(from, slice.offset() + start);
    left = found == null ? left - (searched - from) : 0;
    from = searched;
    return found;
  }

  /** A line cannot be written after it was read. One day of clock difference is tolerated. */
  private static @Nullable Long credible(LogDate date, ZoneId zone, long readMillis) {
    LocalDateTime read = LocalDateTime.ofInstant(Instant.ofEpochMilli(readMillis), zone);
    // A date without a year lies within the year before the read time.
    long millis = date.near(read.minusMonths(6).plusDays(1)).millis(zone);
    return millis > 0 && millis <= readMillis + DAY ? millis : null;
  }
}
