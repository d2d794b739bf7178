package io.tidemark.analysis.date;

import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/**
 * The date at the start of a line.
 *
 * @param local date as printed; in year {@link #NO_YEAR} if the line states no year
 * @param offset offset from UTC; {@code null} if the line states none
 * @param yearless whether the line states no year
 * @param coarse whether the line states no fraction of a second
 */
public record LogDate(
    LocalDateTime local, @Nullable ZoneOffset offset, boolean yearless, boolean coarse) {

  /** Placeholder year; a leap year, so that every day is valid. */
  public static final int NO_YEAR = 2000;

  /** Converts to epoch milliseconds; {@code zone} applies if the line states no offset. */
  public long millis(ZoneId zone) {
    return (offset == null ? local.atZone(zone) : local.atZone(offset)).toInstant().toEpochMilli();
  }

  /** Returns the same day in the year nearest to {@code reference}. */
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
