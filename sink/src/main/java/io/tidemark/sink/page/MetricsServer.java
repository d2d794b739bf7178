package io.tidemark.sink.page;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.tidemark.model.Refusal;
import io.tidemark.model.TerminalText;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The scrape of a program without a page: {@code /metrics} and {@code /health}. */
public final class MetricsServer {

  private static final String PROMETHEUS_TEXT = "text/plain; version=0.0.4; charset=utf-8";
  private static final String OPEN_METRICS =
      "application/openmetrics-text; version=1.0.0; charset=utf-8";

  private MetricsServer() {}

  /**
   * Starts listening.
   *
   * @param ready what makes the program unready besides its health
   * @throws Refusal when it cannot listen there
   */
  public static WebServer start(
      PrometheusMeterRegistry meters, Health health, Health ready, Listen listen) {
    SharedDocuments scrapes = scrapes();
    return WebServer.start(
        listen,
        routes(scrapes, meters, health, () -> health.problem().or(ready::problem)),
        scrapes);
  }

  /** A separate thread, so that no other document delays a scrape. */
  static SharedDocuments scrapes() {
    return new SharedDocuments("tidemark-scrape");
  }

  static Map<String, Route> routes(
      SharedDocuments scrapes, PrometheusMeterRegistry meters, Health health, Health ready) {
    Map<String, Route> routes = new HashMap<>();
    routes.put("/metrics", exchange -> scrape(scrapes, meters, exchange));
    routes.put("/health", exchange -> probe(exchange, "alive", health.problem()));
    routes.put("/ready", exchange -> probe(exchange, "ready", ready.problem()));
    return routes;
  }

  private static void scrape(
      SharedDocuments scrapes, PrometheusMeterRegistry meters, Exchange exchange) {
    String accept = exchange.header("Accept");
    boolean open = accept != null && accept.contains("application/openmetrics-text");
    String contentType = open ? OPEN_METRICS : PROMETHEUS_TEXT;
    scrapes.send(
        contentType,
        () -> new Rendition(new Object(), contentType, out -> meters.scrape(out, contentType)),
        exchange);
  }

  private static void probe(Exchange exchange, String good, Optional<String> problem) {
    exchange.text(problem.isEmpty() ? 200 : 503, problem.map(TerminalText::line).orElse(good));
  }
}
