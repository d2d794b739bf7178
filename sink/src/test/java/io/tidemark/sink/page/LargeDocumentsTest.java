package io.tidemark.sink.page;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.sink.page.LargeDocuments.PacedStream.Pace;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LargeDocumentsTest {

  private static final int BOUND = 1 << 20;
  private static final int BYTES = 16 * BOUND;

  /** One writing to find out that it is too large, and one for each of two readers. */
  private final CountDownLatch writings = new CountDownLatch(3);

  @Test
  void readersThatReadNothingHoldNoThreadFromOneThatReads() throws Exception {
    Pace pace = new Pace(Duration.ofMillis(500), BOUND);
    try (SharedDocuments documents = new SharedDocuments("paced", BOUND, pace);
        WebServer server =
            WebServer.start(
                new Listen("127.0.0.1", 0),
                Map.of("/document", ask -> documents.send("document", this::rendition, ask)));
        Socket one = readsNothing(server);
        Socket other = readsNothing(server)) {
      assertThat(writings.await(20, TimeUnit.SECONDS)).isTrue();

      HttpResponse<String> answer = new PageClient(server.port()).get("/document");

      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(answer.body()).hasSize(BYTES);
      assertThat(one.isClosed() || other.isClosed()).isFalse();
    }
  }

  private Rendition rendition() {
    return new Rendition(this, "text/plain", this::write);
  }

  private void write(OutputStream out) throws IOException {
    writings.countDown();
    byte[] some = "x".repeat(1024).getBytes(US_ASCII);
    for (int written = 0; written < BYTES; written += some.length) {
      out.write(some);
    }
  }

  private static Socket readsNothing(WebServer server) throws IOException {
    Socket socket = new Socket();
    socket.setReceiveBufferSize(4096);
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()));
    String request = "GET /document HTTP/1.1\r\nHost: localhost\r\n\r\n";
    socket.getOutputStream().write(request.getBytes(US_ASCII));
    return socket;
  }
}
