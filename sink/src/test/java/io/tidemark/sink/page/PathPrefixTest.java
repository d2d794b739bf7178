package io.tidemark.sink.page;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.tidemark.sink.Made;
import io.tidemark.sink.access.WebConfig;
import io.tidemark.sink.snapshot.Snapshots;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpResponse;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The page behind a proxy that takes a prefix off its path and keeps the outer host's name. */
@Timeout(60)
class PathPrefixTest {

  private static final String PREFIX = "/some/where/";

  /** What the page loads or asks for: links of HTML, imports of scripts, paths of documents. */
  private static final Pattern REFERENCE =
      Pattern.compile("(?:href=|src=|from )[\"']([^\"'#]+)[\"']|['\"`](/?api/v1/\\w+)");

  private final WebServer server =
      PageServer.start(
          new PageServer.Shown(
              () -> Made.board().snapshot(),
              Optional::empty,
              Optional::empty,
              new PrometheusMeterRegistry(PrometheusConfig.DEFAULT),
              Snapshots.NONE),
          new Listen("127.0.0.1", 0, WebConfig.OPEN, Set.of(), "https://example.com/some/where"));

  private HttpServer proxy;
  private PageClient client;

  @BeforeEach
  void start() throws IOException {
    proxy = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    proxy.createContext(PREFIX, this::forward);
    proxy.start();
    client = new PageClient(proxy.getAddress().getPort());
  }

  @AfterEach
  void close() {
    proxy.stop(0);
    server.close();
  }

  private void forward(HttpExchange exchange) throws IOException {
    String path = "/" + exchange.getRequestURI().toString().substring(PREFIX.length());
    String request = "GET %s HTTP/1.0\r\nHost: example.com\r\n\r\n".formatted(path);
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      socket.getOutputStream().write(request.getBytes(US_ASCII));
      String head = readHead(socket);
      exchange.sendResponseHeaders(Integer.parseInt(head.split(" ", 3)[1]), 0);
      socket.getInputStream().transferTo(exchange.getResponseBody());
    }
    exchange.close();
  }

  private static String readHead(Socket socket) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      head.append((char) socket.getInputStream().read());
    }
    return head.toString();
  }

  @Test
  void everythingThatThePageRefersToIsReachedUnderThePrefix() {
    Deque<String> left = new ArrayDeque<>(Set.of(PREFIX));
    Set<String> seen = new TreeSet<>();
    while (!left.isEmpty()) {
      String path = left.pop();
      if (!seen.add(path)) {
        continue;
      }
      HttpResponse<String> answer = client.get(path);
      // The sink itself refuses a document without its run, and has none of a report's.
      assertThat(
              answer.statusCode() == 200
                  || (path.startsWith(PREFIX + "api/")
                      && answer.body().matches("(?s)\\{\"error\":.*|nothing here\n")))
          .as("%s: %d %s", path, answer.statusCode(), answer.body())
          .isTrue();
      if (path.endsWith("/") || (path.endsWith(".js") && !path.endsWith("echarts.js"))) {
        boolean script = path.endsWith(".js");
        REFERENCE
            .matcher(answer.body())
            .results()
            .map(found -> found.group(1) == null ? found.group(2) : found.group(1))
            // A script's request is relative to the page, an import to the script beside it.
            .map(named -> URI.create(script ? PREFIX : path).resolve(named).getPath())
            .forEach(left::push);
      }
    }
    assertThat(seen).contains(PREFIX + "start.js", PREFIX + "echarts.js", PREFIX + "api/v1/board");
    assertThat(seen).allMatch(path -> path.startsWith(PREFIX)).hasSizeGreaterThan(30);
  }

  @Test
  void linksFromElsewhereHaveTheOuterAddress() {
    Listen listen = new Listen("127.0.0.1", 0, WebConfig.OPEN, Set.of(), "https://example.com/a");

    assertThat(listen.link(8080)).isEqualTo("https://example.com/a");
    assertThat(listen.address(8080)).isEqualTo("http://127.0.0.1:8080");
    assertThat(new Listen("127.0.0.1", 0).link(8080)).isEqualTo("http://127.0.0.1:8080");
  }
}
