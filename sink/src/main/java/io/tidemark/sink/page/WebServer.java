package io.tidemark.sink.page;

import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.util.JavalinBindException;
import io.tidemark.model.Refusal;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.component.ContainerLifeCycle;
import org.eclipse.jetty.util.component.LifeCycle;
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

  private static final int MOST_HEADER_BYTES = 8 * 1024;

  /** A scrape comes more often than that. */
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final Duration patience;
  private final HostCheck hosts;
  private final Consumer<RoutesConfig> paths;
  private final Javalin server;

  private WebServer(HostCheck hosts, Consumer<RoutesConfig> paths, Duration patience) {
    this.hosts = hosts;
    this.patience = patience;
    this.paths = paths;
    this.server = Javalin.create(this::configure);
  }

  /**
   * Starts listening.
   *
   * @throws Refusal when it cannot listen there
   */
  static WebServer start(Listen listen, Consumer<RoutesConfig> paths) {
    return start(listen, paths, PATIENCE);
  }

  /** The same with another patience for clients that end no request. */
  static WebServer start(Listen listen, Consumer<RoutesConfig> paths, Duration patience) {
    WebServer web = new WebServer(new HostCheck(listen.host()), paths, patience);
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
    config.jetty.modifyHttpConfiguration(
        http -> {
          http.setSendServerVersion(false);
          http.setRequestHeaderSize(MOST_HEADER_BYTES);
        });
    config.jetty.modifyServer(jetty -> jetty.addEventListener(new Bounds(jetty, patience)));
    RoutesConfig routes = config.routes;
    routes.before(this::guard);
    paths.accept(routes);
    routes.error(404, ctx -> Answers.text(ctx, "nothing here"));
    routes.error(405, ctx -> Answers.text(ctx, "only GET and HEAD"));
  }

  /** Javalin makes its connectors as it starts. */
  private record Bounds(Server jetty, Duration patience) implements LifeCycle.Listener {
    @Override
    public void lifeCycleStarting(LifeCycle starting) {
      for (Connector connector : jetty.getConnectors()) {
        ((ContainerLifeCycle) connector)
            .addBean(new SlowClients(connector.getScheduler(), patience));
      }
    }
  }

  private void guard(Context ctx) {
    HEADERS.forEach(ctx::header);
    if (!hosts.allows(ctx.header("Host"))) {
      Answers.text(ctx.status(421), "this server does not answer to that name");
      ctx.skipRemainingHandlers();
    }
  }
}
