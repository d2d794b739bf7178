package io.tidemark.sink.page;

import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.util.JavalinBindException;
import io.tidemark.model.Refusal;
import io.tidemark.sink.access.KeyPairFiles;
import io.tidemark.sink.access.LogIn;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.component.ContainerLifeCycle;
import org.eclipse.jetty.util.component.LifeCycle;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.jspecify.annotations.Nullable;
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

  private final Listen listen;
  private final Duration patience;
  private final HostCheck hosts;
  private final @Nullable LogIn logIn;
  private final Consumer<RoutesConfig> paths;
  private final Javalin server;

  private WebServer(Listen listen, Consumer<RoutesConfig> paths, Duration patience) {
    this.listen = listen;
    this.hosts = new HostCheck(listen.host());
    this.logIn = listen.web().asksForLogIn() ? new LogIn(listen.web().users()) : null;
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
    WebServer web = new WebServer(listen, paths, patience);
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
    warn(listen);
    return web;
  }

  private static void warn(Listen listen) {
    if (listen.loopback()) {
      return;
    }
    if (!listen.web().asksForLogIn()) {
      LOG.warn(
          "Listening on {}: whoever reaches it can read the board, there is no log-in",
          listen.host());
    } else if (listen.web().tls() == null) {
      LOG.warn(
          "Listening on {}: there is a log-in and no TLS, passwords are readable on their way",
          listen.host());
    }
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
    KeyPairFiles tls = listen.web().tls();
    if (tls != null) {
      config.jetty.addConnector((jetty, http) -> overTls(jetty, http, tls));
    }
    config.jetty.modifyServer(jetty -> jetty.addEventListener(new Bounds(jetty, patience)));
    RoutesConfig routes = config.routes;
    routes.before(this::guard);
    paths.accept(routes);
    routes.error(404, Answers::nothing);
    routes.error(405, ctx -> Answers.text(ctx, "only GET and HEAD"));
  }

  private Connector overTls(Server jetty, HttpConfiguration http, KeyPairFiles tls) {
    SslContextFactory.Server context = new SslContextFactory.Server();
    context.setKeyStore(tls.keys());
    context.setKeyStorePassword(tls.password());
    HttpConfiguration secure = new HttpConfiguration(http);
    // By which names we may be asked is HostCheck's to say, as without TLS.
    secure.addCustomizer(new SecureRequestCustomizer(false));
    ServerConnector connector =
        new ServerConnector(jetty, context, new HttpConnectionFactory(secure));
    connector.setHost(listen.host());
    connector.setPort(listen.port());
    return connector;
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
    } else if (logIn != null && !logIn.admits(ctx.header("Authorization"))) {
      ctx.header("WWW-Authenticate", "Basic realm=\"tidemark\", charset=\"UTF-8\"");
      Answers.text(ctx.status(401), "log in");
      ctx.skipRemainingHandlers();
    }
  }
}
