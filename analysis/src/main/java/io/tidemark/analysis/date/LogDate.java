package io.tidemark.analysis.date;

import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/**
 * The date at the head of a line.
 *
 * @param local as printed; in year {@link #NO_YEAR} when the line names none
 * @param offset from UTC, where the line names one
 * @param yearless the line names no year
 * @param coarse the line names no fraction of the second
 */
public record LogDate(
    LocalDateTime local, @Nullable ZoneOffset offset, boolean yearless, boolean coarse) {

  /** A placeholder; a leap year, so that it has every day. */
  public static final int NO_YEAR = 2000;

  /** In epoch milliseconds; the zone is that of a line that names none. */
  public long millis(ZoneId zone) {
    return (offset == null ? local.atZone(zone) : local.atZone(offset)).toInstant().toEpochMilli();
  }

  /** The same day in the year that brings it nearest to {@code reference}. */
  public LogDate near(LocalDateTime reference) {
    if (!yearless) {
      return this;
    }
    LocalDateTime nearest = local.withYear(reference.getYear());
    if (nearest.isAfter(reference.plusMonths(6))) {
      nearest = local.withYear(reference.getYear() - 1);
    } else if (nearest.isBefore(reference.minusMonths(6))) {
      nearest = local.withYear(reference.getYear() + 1);
    }
    return new LogDate(nearest, offset, false, coarse);
  }
}
