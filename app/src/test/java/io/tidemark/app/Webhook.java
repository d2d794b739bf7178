package io.tidemark.app;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A receiver of Alertmanager's notices.
 *
 * @param published the last state of each alert of each run
 * @param hosts the machines of their logs
 */
record Webhook(HttpServer server, Map<String, String> published, Set<String> hosts)
    implements AutoCloseable {

  private static final JsonMapper JSON = new JsonMapper();

  static Webhook start() throws IOException {
    Map<String, String> published = new ConcurrentHashMap<>();
    Set<String> hosts = ConcurrentHashMap.newKeySet();
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          for (JsonNode alert : JSON.readTree(exchange.getRequestBody()).path("alerts")) {
            JsonNode labels = alert.path("labels");
            hosts.add(labels.path("host").asString(""));
            published.put(
                labels.path("alertname").asString() + " " + labels.path("run").asString(),
                alert.path("status").asString()
                    + ": "
                    + alert.path("annotations").path("summary").asString());
          }
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    server.start();
    return new Webhook(server, published, hosts);
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/";
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
