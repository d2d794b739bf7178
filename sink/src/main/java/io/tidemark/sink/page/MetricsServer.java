package io.tidemark.sink.page;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.tidemark.model.Refusal;
import io.tidemark.model.TerminalText;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The scrape of a program without a page: {@code /metrics} and {@code /health}. */
public final class MetricsServer implements AutoCloseable {

  private final WebServer web;
  private final Scrapes scrapes;

  private MetricsServer(WebServer web, Scrapes scrapes) {
    this.web = web;
    this.scrapes = scrapes;
  }

  /**
   * Starts listening.
   *
   * @throws Refusal when it cannot listen there
   */
  public static MetricsServer start(PrometheusMeterRegistry meters, Health health, Listen listen) {
    Scrapes scrapes = new Scrapes(meters);
    return new MetricsServer(WebServer.start(listen, routes(scrapes, health)), scrapes);
  }

  static Map<String, Route> routes(Scrapes scrapes, Health health) {
    Map<String, Route> routes = new HashMap<>();
    routes.put("/metrics", scrapes::answer);
    routes.put("/health", exchange -> probe(exchange, "alive", health.problem()));
    return routes;
  }

  /** Answers 200, or 503 with the reason. */
  static void probe(Exchange exchange, String good, Optional<String> problem) {
    exchange.text(problem.isEmpty() ? 200 : 503, problem.map(TerminalText::line).orElse(good));
  }

  /** The port listened on. */
  public int port() {
    return web.port();
  }

  @Override
  public void close() {
    web.close();
    scrapes.close();
  }
}
