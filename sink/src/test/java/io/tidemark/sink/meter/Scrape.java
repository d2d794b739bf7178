package io.tidemark.sink.meter;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.tidemark.sink.board.BoardSnapshot;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.function.Predicate;

/** A scrape of one moment at a fixed time. */
final class Scrape {

  private Scrape() {}

  static String of(BoardSnapshot moment, long nowMillis) {
    return of(moment, nowMillis, BoardCollector.MOST_RUNS);
  }

  static String of(BoardSnapshot moment, long nowMillis, int mostRuns) {
    return of(moment, nowMillis, mostRuns, BoardSnapshot::ready);
  }

  static String of(BoardSnapshot moment, long nowMillis, Predicate<BoardSnapshot> ready) {
    return of(moment, nowMillis, BoardCollector.MOST_RUNS, ready);
  }

  private static String of(
      BoardSnapshot moment, long nowMillis, int mostRuns, Predicate<BoardSnapshot> ready) {
    PrometheusMeterRegistry meters = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    Clock clock = Clock.fixed(Instant.ofEpochMilli(nowMillis), ZoneOffset.UTC);
    meters
        .getPrometheusRegistry()
        .register(new BoardCollector(() -> moment, clock, 0, "1.2.3", mostRuns, "", ready));
    return meters.scrape("text/plain; version=0.0.4");
  }

  /** The value of the only series that begins with {@code start}. */
  static double value(String scrape, String start) {
    String line =
        scrape.lines().filter(any -> any.startsWith(start)).reduce((a, b) -> "").orElse("");
    if (line.isEmpty()) {
      throw new AssertionError("not one series " + start + " in\n" + scrape);
    }
    return Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1));
  }
}
