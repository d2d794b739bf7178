package io.tidemark.sink.page;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;

/**
 * Answers scrapes in Prometheus text or OpenMetrics, as the client accepts. A separate thread
 * ensures that no other document delays a scrape.
 */
final class Scrapes implements AutoCloseable {

  private static final String PROMETHEUS_TEXT = "text/plain; version=0.0.4; charset=utf-8";
  private static final String OPEN_METRICS =
      "application/openmetrics-text; version=1.0.0; charset=utf-8";

  private final PrometheusMeterRegistry meters;
  private final SharedDocuments documents =
      new SharedDocuments("tidemark-scrape", DocumentBound.bytes());

  Scrapes(PrometheusMeterRegistry meters) {
    this.meters = meters;
  }

  void answer(Exchange exchange) {
    String accept = exchange.header("Accept");
    boolean open = accept != null && accept.contains("application/openmetrics-text");
    String contentType = open ? OPEN_METRICS : PROMETHEUS_TEXT;
    documents.send(
        contentType,
        () -> new Rendition(new Object(), contentType, out -> meters.scrape(out, contentType)),
        exchange);
  }

  @Override
  public void close() {
    documents.close();
  }
}
