package io.tidemark.sink.page;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.sink.page.LargeDocuments.PacedStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests more connections than allowed, and answers that nobody reads. */
@Timeout(60)
class ConnectionsTest {

  private static final int MOST = 64;
  private static final int MANY = 64 << 20;

  private final List<Socket> open = new ArrayList<>();
  private final BlockingQueue<Exchange> unanswered = new LinkedBlockingQueue<>();

  /** Never cuts a reader by its own pace, so that the limits of connections are what does. */
  private final SharedDocuments documents =
      new SharedDocuments("test", 1 << 20, new PacedStream.Pace(Duration.ofMinutes(10), 1));

  private final BlockingQueue<Throwable> broken = new LinkedBlockingQueue<>();
  private WebServer server = start(Duration.ofMinutes(1));

  private WebServer start(Duration patience) {
    return start(
        new Connections.Limits(MOST, patience, 1 << 20),
        out -> {
          for (int i = 0; i < MANY / 1024; i++) {
            out.write(new byte[1024]);
          }
        });
  }

  private WebServer start(Connections.Limits limits, Rendition.Body large) {
    return WebServer.start(
        new Listen("127.0.0.1", 0),
        Map.of(
            "/health", exchange -> exchange.text(200, "alive"),
            "/later", unanswered::add,
            "/large", exchange -> documents.send("large", () -> rendition(large), exchange)),
        limits);
  }

  private Rendition rendition(Rendition.Body body) {
    return new Rendition(
        this,
        "text/plain",
        out -> {
          try {
            body.writeTo(out);
          } catch (IOException e) {
            broken.add(e);
            throw e;
          }
        });
  }

  @AfterEach
  void close() throws IOException {
    for (Socket socket : open) {
      socket.close();
    }
    server.close();
    documents.close();
  }

  @Test
  void whoComesIsAnsweredHoweverManyIdleConnectionsThereAre() throws IOException {
    for (int i = 0; i < 10 * MOST; i++) {
      connect("");
    }

    // While connections are being opened, an earlier one may be the longest idle.
    int asked = 1;
    while (!isAnswered("/health")) {
      asked++;
    }

    assertThat(asked).isLessThanOrEqualTo(10);
  }

  private boolean isAnswered(String path) {
    try {
      return ask(path).startsWith("HTTP/1.1 200");
    } catch (IOException closed) {
      return false;
    }
  }

  @Test
  void theLongestIdleIsClosedAndNotTheOneThatWaitsForItsAnswer() throws Exception {
    Socket waiting = connect(request("/later", "close"));
    Exchange later = unanswered.poll(20, TimeUnit.SECONDS);
    Socket longestIdle = connect(request("/health", "keep-alive"));
    String first = answered(longestIdle);

    // A client may see its connection as idle before the server does, so some of these are idle
    // longer.
    for (int i = 0; i < 2 * MOST; i++) {
      connect("");
    }

    assertThat(first).startsWith("HTTP/1.1 200");
    assertThat(longestIdle.getInputStream().read()).isEqualTo(-1);
    later.text(200, "here");
    assertThat(answer(waiting)).startsWith("HTTP/1.1 200").endsWith("here\n");
  }

  @Test
  void whenNoneIsIdleTheOldestAnswerIsGivenUp() throws Exception {
    List<Socket> waiting = new ArrayList<>();
    for (int i = 0; i < MOST + 4; i++) {
      waiting.add(connect(request("/later", "keep-alive")));
      assertThat(unanswered.poll(20, TimeUnit.SECONDS)).isNotNull();
    }

    assertThat(ask("/health")).startsWith("HTTP/1.1 200");
    assertThat(waiting.get(0).getInputStream().read()).isEqualTo(-1);
  }

  @Test
  void anAnswerThatNobodyReadsIsGivenUp() throws Exception {
    server.close();
    server = start(Duration.ofSeconds(1));

    connect(request("/large", "close"));

    assertThat(broken.poll(20, TimeUnit.SECONDS)).isNotNull();
  }

  @Test
  void anAnswerThatIsReadButTooSlowlyIsGivenUp() throws Exception {
    server.close();
    long endNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
    server =
        start(
            new Connections.Limits(MOST, Duration.ofMillis(200), Long.MAX_VALUE),
            out -> {
              while (System.nanoTime() < endNanos) {
                out.write(new byte[1024]);
              }
            });

    Socket reading = connect(request("/large", "close"));

    assertThat(read(reading)).isPositive();
    assertThat(broken.poll(20, TimeUnit.SECONDS)).isNotNull();
  }

  /** Reads until the connection ends; returns the bytes that came. */
  private static long read(Socket socket) throws IOException {
    byte[] some = new byte[64 * 1024];
    long bytes = 0;
    try {
      for (int read = 0; read >= 0; read = socket.getInputStream().read(some)) {
        bytes += read;
      }
    } catch (SocketException reset) {
      return bytes;
    }
    return bytes;
  }

  private Socket connect(String text) throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
    open.add(socket);
    socket.setSoTimeout(20_000);
    socket.getOutputStream().write(text.getBytes(US_ASCII));
    return socket;
  }

  private static String request(String path, String connection) {
    return "GET %s HTTP/1.1\r\nHost: localhost\r\nConnection: %s\r\n\r\n"
        .formatted(path, connection);
  }

  private String ask(String path) throws IOException {
    return answer(connect(request(path, "close")));
  }

  /** Reads an answer of one line from a connection that stays open. */
  private static String answered(Socket socket) throws IOException {
    StringBuilder answer = new StringBuilder();
    while (!answer.toString().endsWith("alive\n")) {
      int one = socket.getInputStream().read();
      assertThat(one).describedAs("after %s", answer).isNotEqualTo(-1);
      answer.append((char) one);
    }
    return answer.toString();
  }

  private static String answer(Socket socket) throws IOException {
    return new String(socket.getInputStream().readAllBytes(), US_ASCII);
  }
}
