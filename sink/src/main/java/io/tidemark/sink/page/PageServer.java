package io.tidemark.sink.page;

import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.util.JavalinBindException;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.tidemark.model.Refusal;
import io.tidemark.sink.board.Moment;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The HTTP side: fixed paths, GET and HEAD only, nothing that changes anything.
 *
 * <pre>
 *  /             the page, with /page.js and /page.css
 *  /metrics      Prometheus text or OpenMetrics, as asked for
 *  /health       200 while the reader lives        /ready   200 once the board is whole, else 503
 *  /api/v1/state the canonical document            /api/v1/board   what the page shows
 * </pre>
 */
public final class PageServer implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(PageServer.class);
  private static final String JSON = "application/json;charset=utf-8";
  private static final String TEXT = "text/plain;charset=utf-8";
  private static final String PROMETHEUS_TEXT = "text/plain; version=0.0.4; charset=utf-8";
  private static final String OPEN_METRICS =
      "application/openmetrics-text; version=1.0.0; charset=utf-8";
  private static final Map<String, String> HEADERS =
      Map.of(
          "X-Content-Type-Options",
          "nosniff",
          "Content-Security-Policy",
          "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'",
          "Referrer-Policy",
          "no-referrer",
          "Cache-Control",
          "no-store");

  private final Supplier<Moment> moments;
  private final BooleanSupplier alive;
  private final PrometheusMeterRegistry meters;
  private final HostCheck hosts;
  private final Javalin server;

  private PageServer(
      Supplier<Moment> moments,
      BooleanSupplier alive,
      PrometheusMeterRegistry meters,
      HostCheck hosts) {
    this.moments = moments;
    this.alive = alive;
    this.meters = meters;
    this.hosts = hosts;
    this.server = Javalin.create(this::configure);
  }

  /** What the server shows, and whether its source lives. */
  public record Shown(
      Supplier<Moment> moments, BooleanSupplier alive, PrometheusMeterRegistry meters) {}

  /**
   * Starts listening.
   *
   * @param port 0 takes a free one
   * @throws Refusal when it cannot listen there
   */
  public static PageServer start(Shown shown, String host, int port) {
    HostCheck hosts = new HostCheck(host);
    PageServer page = new PageServer(shown.moments(), shown.alive(), shown.meters(), hosts);
    try {
      page.server.start(host, port);
    } catch (JavalinBindException e) {
      Refusal refusal =
          new Refusal(
              "port: cannot listen on %d of %s (taken, or not ours to take); allowed is a free port,"
                      .formatted(port, host)
                  + " or 0 for any free one");
      refusal.initCause(e);
      throw refusal;
    }
    if (!hosts.loopback()) {
      LOG.warn("Listening on {}: whoever reaches it can read the board, there is no log-in", host);
    }
    return page;
  }

  /** The port listened on. */
  public int port() {
    return server.port();
  }

  @Override
  public void close() {
    server.stop();
  }

  private void configure(JavalinConfig config) {
    config.startup.showJavalinBanner = false;
    config.startup.showOldJavalinVersionWarning = false;
    config.startup.startupWatcherEnabled = false;
    config.http.prefer405over404 = true;
    config.http.maxRequestSize = 0;
    config.jetty.modifyHttpConfiguration(http -> http.setSendServerVersion(false));
    RoutesConfig routes = config.routes;
    routes.before(this::guard);
    for (StaticFile file : StaticFile.all()) {
      routes.get(file.path(), ctx -> answer(ctx, file.contentType(), file.bytes()));
    }
    routes.get("/metrics", this::metrics);
    routes.get("/health", ctx -> probe(ctx, alive.getAsBoolean(), "alive", "the reader has ended"));
    routes.get("/ready", ctx -> probe(ctx, moments.get().ready(), "ready", "still reading"));
    routes.get("/api/v1/state", ctx -> json(ctx, StateDocument.of(moments.get())));
    routes.get("/api/v1/board", ctx -> json(ctx, BoardDocument.of(moments.get())));
    routes.error(404, ctx -> text(ctx, "nothing here"));
    routes.error(405, ctx -> text(ctx, "only GET and HEAD"));
  }

  private void guard(Context ctx) {
    HEADERS.forEach(ctx::header);
    if (!hosts.allows(ctx.header("Host"))) {
      text(ctx.status(421), "this server does not answer to that name");
      ctx.skipRemainingHandlers();
    }
  }

  private void metrics(Context ctx) {
    String accept = ctx.header("Accept");
    boolean open = accept != null && accept.contains("application/openmetrics-text");
    String contentType = open ? OPEN_METRICS : PROMETHEUS_TEXT;
    ctx.result(meters.scrape(contentType)).contentType(contentType);
  }

  private static void probe(Context ctx, boolean good, String yes, String no) {
    text(ctx.status(good ? 200 : 503), good ? yes : no);
  }

  private static void json(Context ctx, String document) {
    ctx.result(document).contentType(JSON);
  }

  private static void text(Context ctx, String sentence) {
    ctx.result(sentence + "\n").contentType(TEXT);
  }

  private static void answer(Context ctx, String contentType, byte[] bytes) {
    ctx.result(bytes).contentType(contentType);
  }
}
