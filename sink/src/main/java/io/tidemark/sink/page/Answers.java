package io.tidemark.sink.page;

import io.javalin.http.Context;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.tidemark.model.wire.Json;
import java.util.Map;
import java.util.Optional;

/** Answers that every server of ours gives. */
final class Answers {

  private static final String SAID = "tidemark.said";
  private static final String JSON = "application/json;charset=utf-8";
  private static final String TEXT = "text/plain;charset=utf-8";
  private static final String PROMETHEUS_TEXT = "text/plain; version=0.0.4; charset=utf-8";
  private static final String OPEN_METRICS =
      "application/openmetrics-text; version=1.0.0; charset=utf-8";

  private Answers() {}

  /** Prometheus text or OpenMetrics, as asked for. */
  static void metrics(Context ctx, PrometheusMeterRegistry meters) {
    String accept = ctx.header("Accept");
    boolean open = accept != null && accept.contains("application/openmetrics-text");
    String contentType = open ? OPEN_METRICS : PROMETHEUS_TEXT;
    ctx.result(meters.scrape(contentType)).contentType(contentType);
  }

  /** 200 and {@code well}, or 503 and the trouble. */
  static void probe(Context ctx, Optional<String> trouble, String well) {
    text(ctx.status(trouble.isEmpty() ? 200 : 503), trouble.orElse(well));
  }

  static void text(Context ctx, String sentence) {
    ctx.result(sentence + "\n").contentType(TEXT);
  }

  /** JSON that says why there is none, {@code {"error": why}}, and has no {@code <} in it. */
  static void refuse(Context ctx, int status, String why) {
    ctx.attribute(SAID, true);
    String document = Json.MAPPER.writeValueAsString(Map.of("error", why));
    json(ctx.status(status), document.replace("<", "\\u003c"));
  }

  static void json(Context ctx, String document) {
    ctx.result(document).contentType(JSON);
  }

  /** A path that is not there, unless its handler has said itself what is not. */
  static void nothing(Context ctx) {
    if (ctx.attribute(SAID) == null) {
      text(ctx, "nothing here");
    }
  }
}
