package io.tidemark.sink.page;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.sink.access.Certified;
import io.tidemark.sink.access.WebConfig;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests a server with TLS and log-in. */
@Timeout(60)
class SecureServerTest {

  private static final Duration SHORT = Duration.ofSeconds(1);

  @TempDir static Path folder;

  private static Certified certified;
  private static Path config;
  private WebServer server;

  @BeforeAll
  static void certify() throws Exception {
    certified = Certified.in(folder, "EC");
    config =
        Files.writeString(
            folder.resolve("web.yml"),
            """
            tls_server_config: {cert_file: cert.pem, key_file: key.pem}
            basic_auth_users:
              carol: $2y$10$qRTBuFoULoYNA7AQ/F3ck.trZBPyjV64.oA4ZsSBCIWvXuvQlQTuu
            """);
  }

  @BeforeEach
  void start() {
    start(Duration.ofMinutes(1));
  }

  private void start(Duration patience) {
    server =
        WebServer.start(
            new Listen("127.0.0.1", 0, WebConfig.read(config)),
            Map.of("/metrics", exchange -> exchange.text(200, "here")),
            new Connections.Limits(500, patience, 1 << 20));
  }

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void whoNamesHimselfIsAnswered() throws Exception {
    HttpResponse<String> answer = get(trusting(), "/metrics", "carol:carol123");

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body()).isEqualTo("here\n");
    assertThat(answer.sslSession().orElseThrow().getProtocol()).isEqualTo("TLSv1.3");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "carol:", "carol:carol124", "nobody:carol123"})
  void anUnknownClientLearnsNothing(String who) throws Exception {
    for (String path : new String[] {"/metrics", "/nothing"}) {
      HttpResponse<String> answer = get(trusting(), path, who);

      assertThat(answer.statusCode()).isEqualTo(401);
      assertThat(answer.body()).isEqualTo("log in\n");
      assertThat(answer.headers().firstValue("WWW-Authenticate").orElse(""))
          .startsWith("Basic realm=");
    }
  }

  @Test
  void whoDoesNotTrustTheCertificateOrSpeaksPlainHttpGetsNothing() throws Exception {
    assertThatThrownBy(() -> get(HttpClient.newHttpClient(), "/metrics", "carol:carol123"))
        .isInstanceOf(SSLHandshakeException.class);
    try (Socket plain = connect("GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n")) {
      assertThat(new String(plain.getInputStream().readAllBytes(), US_ASCII))
          .doesNotContain("200", "here");
    }
  }

  @Test
  void aConnectionInUseOutlivesThePatienceForSlowOnes() throws Exception {
    server.close();
    start(SHORT);
    try (Socket socket =
        certified.trusting().getSocketFactory().createSocket("localhost", server.port())) {
      socket.setSoTimeout(20_000);
      byte[] request = "GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(US_ASCII);
      long end = System.nanoTime() + SHORT.multipliedBy(3).toNanos();
      do {
        socket.getOutputStream().write(request);
        assertThat(answer(socket.getInputStream())).startsWith("HTTP/1.1 401");
      } while (System.nanoTime() < end);
    }
  }

  /** Reads one of several answers on a connection, up to the end of its body. */
  private static String answer(InputStream in) throws Exception {
    StringBuilder answer = new StringBuilder();
    while (!answer.toString().endsWith("log in\n")) {
      int one = in.read();
      assertThat(one).describedAs("after %s", answer).isNotEqualTo(-1);
      answer.append((char) one);
    }
    return answer.toString();
  }

  @Test
  void aHandshakeThatNeverEndsIsClosed() throws Exception {
    server.close();
    start(SHORT);
    // A TLS record that announces 512 bytes of a client hello and contains two.
    try (Socket slow = connect("\u0016\u0003\u0001\u0002\u0000\u0001\u0000")) {
      assertThat(slow.getInputStream().readAllBytes()).hasSizeLessThan(100);
    }
  }

  private Socket connect(String text) throws Exception {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
    socket.setSoTimeout(20_000);
    socket.getOutputStream().write(text.getBytes(US_ASCII));
    return socket;
  }

  private HttpClient trusting() throws Exception {
    return HttpClient.newBuilder().sslContext(certified.trusting()).build();
  }

  private HttpResponse<String> get(HttpClient client, String path, String who) throws Exception {
    URI address = URI.create("https://localhost:" + server.port() + path);
    HttpRequest.Builder request = HttpRequest.newBuilder(address).timeout(Duration.ofSeconds(20));
    if (!who.isEmpty()) {
      String encoded = Base64.getEncoder().encodeToString(who.getBytes(UTF_8));
      request.header("Authorization", "Basic " + encoded);
    }
    return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }
}
