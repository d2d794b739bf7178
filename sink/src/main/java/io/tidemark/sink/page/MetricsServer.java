package io.tidemark.sink.page;

import io.javalin.config.RoutesConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.tidemark.model.Refusal;

/** The scrape of a program without a page: {@code /metrics} and {@code /health}. */
public final class MetricsServer implements AutoCloseable {

  private final WebServer web;

  private MetricsServer(WebServer web) {
    this.web = web;
  }

  /**
   * Starts listening.
   *
   * @param health how the program is
   * @throws Refusal when it cannot listen there
   */
  public static MetricsServer start(PrometheusMeterRegistry meters, Health health, Listen listen) {
    return new MetricsServer(WebServer.start(listen, routes -> paths(meters, health, routes)));
  }

  static void paths(PrometheusMeterRegistry meters, Health health, RoutesConfig routes) {
    routes.get("/metrics", ctx -> Answers.metrics(ctx, meters));
    routes.get("/health", ctx -> Answers.probe(ctx, health.problem(), "alive"));
  }

  /** The port listened on. */
  public int port() {
    return web.port();
  }

  @Override
  public void close() {
    web.close();
  }
}
