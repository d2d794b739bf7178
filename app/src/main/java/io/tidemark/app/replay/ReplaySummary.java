package io.tidemark.app.replay;

import java.time.Instant;

/**
 * The result of a replay.
 *
 * @param dates number of the log's dates that set its times; 0 when all times are estimated
 */
public record ReplaySummary(
    String log, long samples, long series, long firstMillis, long lastMillis, int dates) {

  /** One line for people. */
  public String line() {
    String times =
        dates == 0 ? "times estimated: no line has a date" : "times by " + dates + " dates";
    return samples == 0
        ? "%s: no samples, %s".formatted(log, times)
        : "%s: %d samples of %d series, %s to %s, %s"
            .formatted(
                log,
                samples,
                series,
                Instant.ofEpochMilli(firstMillis),
                Instant.ofEpochMilli(lastMillis),
                times);
  }
}
