package io.tidemark.sink.page;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.tidemark.model.Refusal;
import io.tidemark.model.RunId;
import io.tidemark.sink.board.Moment;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The sink's paths:
 *
 * <pre>
 *  /             the page, with /page.js and /page.css
 *  /metrics      Prometheus text or OpenMetrics, as asked for
 *  /health       200 while the reader lives and is not stalled, else 503 and why
 *  /ready        the same, and not before the board is whole
 *  /api/v1/state the canonical document            /api/v1/board   what the page shows
 * /api/v1/timelines?run=SOURCE#N   of one run; a run that is not known is 404, {"error": why}
 * </pre>
 */
public final class PageServer implements AutoCloseable {

  private final WebServer web;

  private PageServer(WebServer web) {
    this.web = web;
  }

  /** What the server shows, and how its source is. */
  public record Shown(Supplier<Moment> moments, Health health, PrometheusMeterRegistry meters) {}

  /**
   * Starts listening.
   *
   * @throws Refusal when it cannot listen there
   */
  public static PageServer start(Shown shown, Listen listen) {
    return new PageServer(WebServer.start(listen, routes -> paths(shown, routes)));
  }

  /** The port listened on. */
  public int port() {
    return web.port();
  }

  @Override
  public void close() {
    web.close();
  }

  private static void paths(Shown shown, RoutesConfig routes) {
    for (StaticFile file : StaticFile.all()) {
      routes.get(file.path(), ctx -> ctx.result(file.bytes()).contentType(file.contentType()));
    }
    Supplier<Moment> moments = shown.moments();
    MetricsServer.paths(shown.meters(), shown.health(), routes);
    routes.get("/ready", ctx -> Answers.probe(ctx, unready(shown), "ready"));
    routes.get("/api/v1/state", ctx -> Answers.json(ctx, StateDocument.of(moments.get())));
    routes.get("/api/v1/timelines", ctx -> timelines(ctx, moments.get()));
    routes.get("/api/v1/board", ctx -> Answers.json(ctx, BoardDocument.of(moments.get())));
  }

  private static Optional<String> unready(Shown shown) {
    Optional<String> trouble = shown.health().problem();
    boolean reading = trouble.isEmpty() && !shown.moments().get().ready();
    return reading ? Optional.of("still reading") : trouble;
  }

  private static void timelines(Context ctx, Moment moment) {
    String run = Objects.requireNonNullElse(ctx.queryParam("run"), "");
    try {
      RunId id = RunId.parse(run);
      if (moment.runs().containsKey(id)) {
        Answers.json(ctx, TimelineDocument.of(moment, id));
      } else {
        Answers.refuse(ctx, 404, "run '%s' is not known".formatted(run));
      }
    } catch (IllegalArgumentException e) {
      Answers.refuse(ctx, 400, "run '%s': want ?run=<source>#<number>".formatted(run));
    }
  }
}
