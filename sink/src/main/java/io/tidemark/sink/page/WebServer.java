package io.tidemark.sink.page;

import io.tidemark.model.Refusal;
import io.tidemark.sink.access.KeyPairFiles;
import io.tidemark.sink.access.LogIn;
import java.io.IOException;
import java.nio.channels.UnresolvedAddressException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpHeaderValue;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An HTTP server with fixed paths, for GET and HEAD only: no request changes anything. */
public final class WebServer implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(WebServer.class);

  /** Stands for each path without a route of its own. */
  static final String ANY_OTHER = "*";

  private static final int MOST_HEADER_BYTES = 8 * 1024;

  /** Few, since they never block. */
  private static final int MOST_THREADS = 16;

  /** Connections not yet accepted: a client beyond this number retries only after a second. */
  private static final int ACCEPT_QUEUE = 1024;

  private static final long IDLE_MILLIS = 30_000;

  private final Listen listen;
  private final LogIn logIn;
  private final Server jetty;
  private final ServerConnector connector;
  private final List<SharedDocuments> documents = new CopyOnWriteArrayList<>();
  private volatile Map<String, Route> routes = Map.of();

  private WebServer(Listen listen, Connections.Limits limits) {
    this.listen = listen;
    this.logIn = new LogIn(listen.web().users(), System::nanoTime);
    QueuedThreadPool threads = new QueuedThreadPool(MOST_THREADS, 4);
    threads.setName("tidemark-web");
    threads.setDaemon(true);
    this.jetty = new Server(threads);
    this.connector = connector();
    Connections connections = new Connections(limits, connector.getScheduler());
    connector.addBean(connections);
    jetty.addConnector(connector);
    jetty.setErrorHandler(new SafeHeaders.Errors());
    jetty.setHandler(new FrontDoor(connections));
  }

  /** Starts listening; the documents of the routes are closed with the server. */
  static WebServer start(Listen listen, Map<String, Route> routes, SharedDocuments... documents) {
    return start(listen, routes, Connections.Limits.DEFAULT, documents);
  }

  static WebServer start(
      Listen listen,
      Map<String, Route> routes,
      Connections.Limits limits,
      SharedDocuments... documents) {
    WebServer web = new WebServer(listen, limits);
    web.serve(routes, documents);
    try {
      web.connector.open();
      web.jetty.start();
    } catch (IOException | UnresolvedAddressException e) {
      web.close();
      Refusal refusal =
          new Refusal(
              "port: cannot listen on %d of %s (taken, or not ours to take); allowed is a free port,"
                      .formatted(listen.port(), listen.host())
                  + " or 0 for any free one");
      refusal.initCause(e);
      throw refusal;
    } catch (Exception e) {
      web.close();
      throw new IllegalStateException("the HTTP server did not start: " + e.getMessage(), e);
    }
    warn(listen);
    return web;
  }

  /**
   * Replaces what is served.
   *
   * @param further documents, closed with the server
   */
  void serve(Map<String, Route> replacing, SharedDocuments... further) {
    documents.addAll(List.of(further));
    routes = Map.copyOf(replacing);
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

  public int port() {
    return connector.getLocalPort();
  }

  @Override
  public void close() {
    try {
      jetty.stop();
      connector.close();
    } catch (Exception e) {
      LOG.warn("The HTTP server did not stop cleanly", e);
    } finally {
      logIn.close();
      documents.forEach(SharedDocuments::close);
    }
  }

  private ServerConnector connector() {
    HttpConfiguration http = new HttpConfiguration();
    http.setSendServerVersion(false);
    http.setRequestHeaderSize(MOST_HEADER_BYTES);
    KeyPairFiles tls = listen.web().tls();
    ServerConnector made;
    if (tls == null) {
      made = new ServerConnector(jetty, 1, 2, new HttpConnectionFactory(http));
    } else {
      SslContextFactory.Server context = new SslContextFactory.Server();
      context.setKeyStore(tls.keys());
      context.setKeyStorePassword(tls.password());
      // HostCheck checks the host names, with and without TLS.
      http.addCustomizer(new SecureRequestCustomizer(false));
      made = new ServerConnector(jetty, context, new HttpConnectionFactory(http));
    }
    made.setHost(listen.host());
    made.setPort(listen.port());
    made.setAcceptQueueSize(ACCEPT_QUEUE);
    made.setIdleTimeout(IDLE_MILLIS);
    return made;
  }

  /**
   * Entry point of every request: checks host and log-in, and selects the route. Nothing here
   * waits, so the thread that read the request answers it, and no other request delays it.
   */
  private final class FrontDoor extends Handler.Abstract.NonBlocking {

    private final HostCheck hosts = listen.hosts();
    private final Connections connections;

    FrontDoor(Connections connections) {
      this.connections = connections;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
      Connection connection = request.getConnectionMetaData().getConnection();
      connections.onRequest(connection);
      Request.addCompletionListener(request, any -> connections.onAnswered(connection));
      SafeHeaders.addTo(response);
      Exchange exchange = new Exchange(request, response, callback);
      if (!hosts.allows(exchange.header("Host"))) {
        exchange.text(421, "this server does not answer to that name; see --allowed-host");
        return true;
      }
      if (listen.web().open().contains(exchange.path())) {
        answer(exchange);
        return true;
      }
      logIn.check(
          exchange.header("Authorization"),
          exchange.address(),
          verdict -> {
            switch (verdict) {
              case ADMITTED -> answer(exchange);
              case UNKNOWN -> {
                exchange
                    .headers()
                    .put(
                        HttpHeader.WWW_AUTHENTICATE, "Basic realm=\"tidemark\", charset=\"UTF-8\"");
                exchange.text(401, "log in");
              }
              case TOO_MANY -> exchange.busy(429, "too many log-ins; come again");
              case FAILED -> {
                exchange.headers().put(HttpHeader.CONNECTION, HttpHeaderValue.CLOSE.asString());
                exchange.text(500, "the log-in could not be judged");
              }
            }
          });
      return true;
    }

    private void answer(Exchange exchange) {
      if (!exchange.method().equals("GET") && !exchange.head()) {
        exchange.headers().put(HttpHeader.ALLOW, "GET, HEAD");
        exchange.text(405, "only GET and HEAD");
        return;
      }
      Route route = routes.getOrDefault(exchange.path(), routes.get(ANY_OTHER));
      if (route == null) {
        exchange.text(404, "nothing here");
        return;
      }
      try {
        route.answer(exchange);
      } catch (RuntimeException e) {
        exchange.failed(e);
      }
    }
  }
}
