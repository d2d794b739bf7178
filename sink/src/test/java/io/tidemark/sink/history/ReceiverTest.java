package io.tidemark.sink.history;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ReceiverTest {

  @Test
  @Timeout(60)
  void anAnswerWhoseBodyNeverEndsIsGivenUp() throws Exception {
    try (ServerSocket dripping = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      Thread server = new Thread(() -> drip(dripping));
      server.setDaemon(true);
      server.start();
      String url = "http://127.0.0.1:" + dripping.getLocalPort() + "/write";
      Receiver receiver =
          new Receiver(Endpoint.of(url, Map.of()), Map.of(), Duration.ZERO, Duration.ofSeconds(1));

      assertThatThrownBy(() -> receiver.delivered(new byte[] {1}, () -> {}))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("no whole answer in 1 s");
    }
  }

  private static void drip(ServerSocket server) {
    try (Socket socket = server.accept()) {
      OutputStream out = socket.getOutputStream();
      out.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n".getBytes(US_ASCII));
      while (true) {
        out.write("1\r\nx\r\n".getBytes(US_ASCII));
        LockSupport.parkNanos(1_000_000);
      }
    } catch (IOException e) {
      // The client has given up.
    }
  }
}
