package io.tidemark.app.surface;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.tidemark.sink.board.Board;
import io.tidemark.sink.board.BoardBuilder;
import io.tidemark.sink.board.BoardSnapshot;
import io.tidemark.sink.meter.BoardCollector;
import io.tidemark.sink.page.Listen;
import io.tidemark.sink.page.PageServer;
import io.tidemark.sink.page.WebServer;
import io.tidemark.sink.snapshot.Snapshots;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;

/** The sink's own server for one board. */
final class Door {

  private Door() {}

  static String get(Board board, String path) throws Exception {
    BoardBuilder builder = new BoardBuilder();
    board.runs().forEach(builder::applyRun);
    board.usage().forEach((key, usage) -> builder.applyUsage(key, usage, 0));
    board.ops().forEach(builder::applyOps);
    board.plans().forEach(builder::applyPlan);
    board.alerts().forEach(builder::applyAlert);
    BoardSnapshot snapshot = builder.snapshot();
    PrometheusMeterRegistry meters = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    meters
        .getPrometheusRegistry()
        .register(
            new BoardCollector(
                () -> snapshot,
                Clock.systemUTC(),
                0,
                "1.2.3",
                BoardCollector.MOST_RUNS,
                "",
                now -> now.ready()));
    PageServer.Shown shown =
        new PageServer.Shown(
            () -> snapshot, Optional::empty, Optional::empty, meters, Snapshots.NONE);
    try (WebServer server = PageServer.start(shown, new Listen("127.0.0.1", 0))) {
      URI address = URI.create("http://127.0.0.1:" + server.port() + path);
      return HttpClient.newHttpClient()
          .send(
              HttpRequest.newBuilder(address).timeout(Duration.ofSeconds(30)).build(),
              BodyHandlers.ofString())
          .body();
    }
  }
}
