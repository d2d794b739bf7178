package io.tidemark.sink.page;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.sink.access.WebConfig;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class FrontDoorTest {

  /** A cost that bcrypt does not allow, so its check throws. */
  private static final String BROKEN =
      "$2y$03$qRTBuFoULoYNA7AQ/F3ck.trZBPyjV64.oA4ZsSBCIWvXuvQlQTuu";

  @Test
  void theProbesNeedNoLogInUnlessTheyAreClosed() throws IOException {
    WebConfig web = new WebConfig(null, Map.of("carol", BROKEN));

    assertThat(status(web, "/health")).isEqualTo("HTTP/1.1 200");
    assertThat(status(web, "/ready")).isEqualTo("HTTP/1.1 200");
    assertThat(status(web, "/metrics")).isEqualTo("HTTP/1.1 401");
    assertThat(status(web.closed(), "/health")).isEqualTo("HTTP/1.1 401");
    assertThat(status(web.closed(), "/ready")).isEqualTo("HTTP/1.1 401");
  }

  /** The beginning of the answer to a request without a name. */
  private static String status(WebConfig web, String path) throws IOException {
    Route here = exchange -> exchange.text(200, "here");
    try (WebServer server =
            WebServer.start(
                new Listen("127.0.0.1", 0, web),
                Map.of("/metrics", here, "/health", here, "/ready", here));
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      socket.setSoTimeout(20_000);
      socket
          .getOutputStream()
          .write("GET %s HTTP/1.0\r\nHost: localhost\r\n\r\n".formatted(path).getBytes(US_ASCII));
      return new String(socket.getInputStream().readNBytes("HTTP/1.1 200".length()), US_ASCII);
    }
  }

  @Test
  void aLogInThatCannotBeJudgedIsAnErrorAndTheConnectionIsClosed() throws IOException {
    Listen listen = new Listen("127.0.0.1", 0, new WebConfig(null, Map.of("carol", BROKEN)));
    Map<String, Route> routes = Map.of("/metrics", exchange -> exchange.text(200, "here"));
    try (WebServer server = WebServer.start(listen, routes);
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      socket.setSoTimeout(20_000);
      String header = Base64.getEncoder().encodeToString("carol:a".getBytes(US_ASCII));
      String request =
          "GET /metrics HTTP/1.1\r\nHost: localhost\r\nAuthorization: Basic %s\r\n\r\n";
      socket.getOutputStream().write(request.formatted(header).getBytes(US_ASCII));

      String answer = new String(socket.getInputStream().readAllBytes(), US_ASCII);

      assertThat(answer)
          .startsWith("HTTP/1.1 500")
          .contains("Connection: close", "could not be judged")
          .doesNotContain("here", "cost");
    }
  }
}
