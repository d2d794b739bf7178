package io.tidemark.sink.page;

import io.tidemark.sink.access.LogIn;
import java.util.Map;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpHeaderValue;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Entry point of every request: checks host and log-in, and selects the route. Nothing here waits,
 * so the thread that read the request answers it, and no other request delays it.
 */
final class FrontDoor extends Handler.Abstract.NonBlocking {

  private final HostCheck hosts;
  private final LogIn logIn;
  private final Map<String, Route> routes;
  private final Connections connections;

  FrontDoor(HostCheck hosts, LogIn logIn, Map<String, Route> routes, Connections connections) {
    this.hosts = hosts;
    this.logIn = logIn;
    this.routes = Map.copyOf(routes);
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
      exchange.text(421, "this server does not answer to that name");
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
                  .put(HttpHeader.WWW_AUTHENTICATE, "Basic realm=\"tidemark\", charset=\"UTF-8\"");
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
    Route route = routes.get(exchange.path());
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
