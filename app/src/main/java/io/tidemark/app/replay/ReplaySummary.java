package io.tidemark.app.replay;

import io.tidemark.model.log.RunId;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The result of a replay.
 *
 * @param runs in the order they began
 * @param dates number of the log's dates that set its times; 0 when all times are estimated
 */
public record ReplaySummary(
    String log,
    List<RunId> runs,
    long samples,
    long series,
    long firstMillis,
    long lastMillis,
    int dates) {

  /** Time shown before and after a run on a dashboard. */
  private static final long MARGIN_MILLIS = 60_000;

  public ReplaySummary {
    runs = List.copyOf(runs);
  }

  /**
   * The dashboard of its run at its time, or of all its runs; empty without samples.
   *
   * @param grafana its address, without a slash at the end
   */
  public Optional<String> link(String grafana) {
    if (samples == 0) {
      return Optional.empty();
    }
    String times =
        "from=%d&to=%d".formatted(firstMillis - MARGIN_MILLIS, lastMillis + MARGIN_MILLIS);
    String page =
        runs.size() == 1
            ? "run/run?var-run=%s&"
                .formatted(URLEncoder.encode(runs.get(0).toString(), StandardCharsets.UTF_8))
            : "overview/overview?";
    return Optional.of(grafana + "/d/tidemark-" + page + times);
  }

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
