package io.tidemark.app.times;

import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/**
 * When a line says that it was written.
 *
 * @param local as printed; where the line names no year, in a year that means nothing
 * @param offset from UTC, where the line names one
 * @param yearless the line names no year
 * @param coarse the line names no fraction of the second
 */
record LogDate(LocalDateTime local, @Nullable ZoneOffset offset, boolean yearless, boolean coarse) {

  /** A leap year, so that every day of a log exists in it. */
  static final int NO_YEAR = 2000;

  long millis(ZoneId zone) {
    return (offset == null ? local.atZone(zone) : local.atZone(offset)).toInstant().toEpochMilli();
  }

  /** The same day in the year that brings it nearest to {@code reference}. */
  LogDate near(LocalDateTime reference) {
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
