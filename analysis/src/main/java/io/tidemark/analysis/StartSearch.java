package io.tidemark.analysis;

import io.tidemark.analysis.date.LogDate;
import io.tidemark.analysis.date.Notation;
import io.tidemark.analysis.state.PartReader;
import io.tidemark.analysis.state.PartWriter;
import io.tidemark.model.LineEnds;
import io.tidemark.model.Slice;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/**
 * Searches the first lines of a run for a date: the run began then, however late it is read. Only
 * slices of a tailer are searched; those of a replay already have the times of the log.
 */
final class StartSearch {

  /** A log with dates has one among its first lines. */
  private static final long BYTES = 256 * 1024;

  private static final long DAY = 86_400_000;

  private long from;
  private long left;
  private boolean begun;

  private StartSearch(long from, long left, boolean begun) {
    this.from = from;
    this.left = left;
    this.begun = begun;
  }

  /** Of a run whose first line begins at this offset. */
  static StartSearch from(long offset) {
    return new StartSearch(offset, BYTES, false);
  }

  /** Nothing is searched. */
  static StartSearch over() {
    return new StartSearch(0, 0, false);
  }

  /** Some lines had no date, and the next ones may have one. */
  boolean isUnderWay() {
    return begun && left > 0;
  }

  /**
   * The first date among the lines of a slice that begin before an offset, in epoch milliseconds;
   * {@code null} when there is none.
   */
  @Nullable Long search(Slice slice, long before) {
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

  /** No line is read before it is written; clocks of two machines may differ. */
  private static @Nullable Long credible(LogDate date, ZoneId zone, long readMillis) {
    LocalDateTime read = LocalDateTime.ofInstant(Instant.ofEpochMilli(readMillis), zone);
    // A date without a year lies in the year before it was read.
    long millis = date.near(read.minusMonths(6).plusDays(1)).millis(zone);
    return millis > 0 && millis <= readMillis + DAY ? millis : null;
  }

  void write(PartWriter out) {
    out.number(from).number(left);
  }

  static StartSearch read(PartReader in) {
    return new StartSearch(in.number(), in.number(), true);
  }
}
