package io.tidemark.app.replay;

import io.tidemark.analysis.date.Dates;
import io.tidemark.analysis.date.LogTimes;
import io.tidemark.app.logfile.LogAtRest;
import io.tidemark.app.logfile.LogFailure;
import io.tidemark.app.logfile.SlicedLog;
import io.tidemark.model.Sha256;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.HexFormat;

/**
 * The result of a first pass over a log.
 *
 * @param times of each of its bytes
 * @param length in bytes
 * @param generation id derived from the content: equal for equal bytes
 */
record LogSurvey(LogTimes times, long length, String generation) {

  private static final int DIGITS = 32;

  static LogSurvey of(LogAtRest log, ReplayTimes given) throws LogFailure {
    Dates dates = new Dates();
    MessageDigest digest = Sha256.digest();
    SlicedLog.read(
        log,
        SlicedLog.Pass.DATES,
        slice -> {
          dates.add(slice);
          digest.update(slice.bytes());
        });
    // The length is included, since only the head of a line beyond the limit is hashed.
    digest.update(ByteBuffer.allocate(Long.BYTES).putLong(0, dates.length()));
    String hash = HexFormat.of().formatHex(digest.digest()).substring(0, DIGITS);
    LogTimes times = dates.times(given.zone(), given.start(), SlicedLog.changed(log.files()));
    return new LogSurvey(times, dates.length(), "replay-" + hash);
  }
}
