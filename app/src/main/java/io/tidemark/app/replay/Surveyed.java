package io.tidemark.app.replay;

import io.tidemark.app.report.LogAtRest;
import io.tidemark.app.report.SlicedLog;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.HexFormat;

/**
 * What a first pass over a log tells.
 *
 * @param times of each of its bytes
 * @param length in bytes
 * @param generation the same for the same bytes
 */
record Surveyed(LogTimes times, long length, String generation) {

  private static final int DIGITS = 32;

  static Surveyed of(LogAtRest log, ReplayTimes told) throws IOException {
    Dates dates = new Dates();
    MessageDigest digest = sha256();
    SlicedLog.read(
        log.files(),
        slice -> {
          dates.take(slice);
          digest.update(slice.bytes());
        });
    // Of a line beyond the limit only the head is read.
    digest.update(ByteBuffer.allocate(Long.BYTES).putLong(0, dates.length()));
    String hash = HexFormat.of().formatHex(digest.digest()).substring(0, DIGITS);
    return new Surveyed(times(log, told, dates), dates.length(), "replay-" + hash);
  }

  private static LogTimes times(LogAtRest log, ReplayTimes told, Dates dates) throws IOException {
    long changed = SlicedLog.changed(log.files());
    Instant start = told.start();
    // A date without a year lies in the year after the start, or in the year before the end.
    LocalDateTime reference =
        start == null
            ? LocalDateTime.ofInstant(Instant.ofEpochMilli(changed), told.zone())
                .minusMonths(6)
                .plusDays(1)
            : LocalDateTime.ofInstant(start, told.zone()).plusMonths(6).minusDays(1);
    return LogTimes.of(
        dates.marks(told.zone(), reference),
        start == null
            ? LogTimes.until(changed, dates.length())
            : LogTimes.from(start.toEpochMilli()));
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
