package io.tidemark.sink.page;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.sink.page.LargeDocuments.PacedStream.Pace;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class DocumentsInFlightTest {

  /** More than the system buffers of a connection, so that it is in flight until it is read. */
  private static final int BYTES = 16 << 20;

  private final Semaphore written = new Semaphore(0);
  private volatile Object version = new Object();

  @Test
  void theReaderOfTheOldestDocumentIsCutWhenNewerOnesNeedItsMemory() throws Exception {
    // Two documents may be in flight.
    try (SharedDocuments documents = new SharedDocuments("flight", BYTES, Pace.DEFAULT);
        WebServer server =
            WebServer.start(
                new Listen("127.0.0.1", 0),
                Map.of("/document", ask -> documents.send("document", this::rendition, ask)));
        Socket oldest = readsNothing(server);
        Socket old = readsNothing(server)) {

      assertThat(new PageClient(server.port()).get("/document").body()).hasSize(BYTES);

      assertThat(received(oldest)).isLessThan(BYTES);
      assertThat(received(old)).isGreaterThanOrEqualTo(BYTES);
    }
  }

  private Rendition rendition() {
    return new Rendition(
        version,
        "text/plain",
        out -> {
          out.write("x".repeat(BYTES).getBytes(US_ASCII));
          written.release();
        });
  }

  /** Asks for the document of this version, which has then a next one. */
  private Socket readsNothing(WebServer server) throws Exception {
    Socket socket = new Socket();
    socket.setReceiveBufferSize(4096);
    socket.setSoTimeout(20_000);
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()));
    String request = "GET /document HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    socket.getOutputStream().write(request.getBytes(US_ASCII));
    assertThat(written.tryAcquire(20, TimeUnit.SECONDS)).isTrue();
    version = new Object();
    return socket;
  }

  /** Length of the answer, which ends early if the connection was cut. */
  private static int received(Socket socket) throws IOException {
    return socket.getInputStream().readAllBytes().length;
  }
}
