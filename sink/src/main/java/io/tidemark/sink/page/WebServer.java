package io.tidemark.sink.page;

import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.util.JavalinBindException;
import io.tidemark.model.Refusal;
import java.util.Map;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The one HTTP server: fixed paths, GET and HEAD only, nothing that changes anything. */
final class WebServer implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(WebServer.class);
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

  private final HostCheck hosts;
  private final Consumer<RoutesConfig> paths;
  private final Javalin server;

  private WebServer(HostCheck hosts, Consumer<RoutesConfig> paths) {
    this.hosts = hosts;
    this.paths = paths;
    this.server = Javalin.create(this::configure);
  }

  /**
   * Starts listening.
   *
   * @throws Refusal when it cannot listen there
   */
  static WebServer start(Listen listen, Consumer<RoutesConfig> paths) {
    WebServer web = new WebServer(new HostCheck(listen.host()), paths);
    try {
      web.server.start(listen.host(), listen.port());
    } catch (JavalinBindException e) {
      Refusal refusal =
          new Refusal(
              "port: cannot listen on %d of %s (taken, or not ours to take); allowed is a free port,"
                      .formatted(listen.port(), listen.host())
                  + " or 0 for any free one");
      refusal.initCause(e);
      throw refusal;
    }
    if (!listen.loopback()) {
      LOG.warn(
          "Listening on {}: whoever reaches it can read the board, there is no log-in",
          listen.host());
    }
    return web;
  }

  int port() {
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
    paths.accept(routes);
    routes.error(404, ctx -> Answers.text(ctx, "nothing here"));
    routes.error(405, ctx -> Answers.text(ctx, "only GET and HEAD"));
  }

  private void guard(Context ctx) {
    HEADERS.forEach(ctx::header);
    if (!hosts.allows(ctx.header("Host"))) {
      Answers.text(ctx.status(421), "this server does not answer to that name");
      ctx.skipRemainingHandlers();
    }
  }
}
