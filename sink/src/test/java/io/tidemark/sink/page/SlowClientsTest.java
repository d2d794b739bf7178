package io.tidemark.sink.page;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests malicious clients, on loopback. */
@Timeout(60)
class SlowClientsTest {

  private final WebServer server =
      WebServer.start(
          new Listen("127.0.0.1", 0),
          Map.of("/metrics", exchange -> exchange.text(200, "here")),
          new Connections.Limits(500, Duration.ofSeconds(2), 1 << 20));

  private final List<Socket> open = new ArrayList<>();

  private Socket connect(String text) throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
    open.add(socket);
    socket.setSoTimeout(20_000);
    socket.getOutputStream().write(text.getBytes(US_ASCII));
    return socket;
  }

  private static String answer(Socket socket) throws IOException {
    return new String(socket.getInputStream().readAllBytes(), US_ASCII);
  }

  private String scrape() throws IOException {
    return answer(connect("GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"));
  }

  @AfterEach
  void close() throws IOException {
    for (Socket socket : open) {
      socket.close();
    }
    server.close();
  }

  @Test
  void aScrapeIsAnsweredThroughFourHundredHeadersThatNeverEnd() throws IOException {
    for (int client = 0; client < 400; client++) {
      connect("GET /metrics HTTP/1.1\r\nHost: localhost\r\nX-Slow: ");
    }

    assertThat(scrape()).startsWith("HTTP/1.1 200").endsWith("here\n");
  }

  @Test
  void aConnectionThatEndsNoRequestIsClosed() throws IOException {
    Socket slow = connect("GET /metrics HTTP/1.1\r\nHost: localhost\r\nX-Slow: ");

    assertThat(answer(slow)).doesNotContain("200");
  }

  @Test
  void aHeaderBeyondItsLimitIsRefused() throws IOException {
    String header = "X-Long: " + "x".repeat(9_000);

    assertThat(
            answer(connect("GET /metrics HTTP/1.1\r\nHost: localhost\r\n" + header + "\r\n\r\n")))
        .startsWith("HTTP/1.1 431");
    assertThat(scrape()).startsWith("HTTP/1.1 200");
  }
}
