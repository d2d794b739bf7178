package io.tidemark.app.broker;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.tidemark.app.broker.Probe.Found;
import io.tidemark.app.broker.Probe.Login;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests how the probe identifies a server by its first bytes. */
@Timeout(value = 1, unit = TimeUnit.MINUTES)
class ProbeTest {

  /** An answer of any broker to the first request; the probe checks only its correlation id. */
  private static final byte[] VERSIONS =
      ByteBuffer.allocate(14).putInt(10).putInt(18).putShort((short) 0).array();

  /** Probes a server that answers each request with the next of these, then closes. */
  private static Found found(Login login, byte[]... answers) throws Exception {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      CompletableFuture<Void> served = CompletableFuture.runAsync(() -> serve(server, answers));
      Found found = Probe.of((InetSocketAddress) server.getLocalSocketAddress(), login).found();
      served.get(30, TimeUnit.SECONDS);
      return found;
    }
  }

  private static void serve(ServerSocket server, byte[]... answers) {
    try (Socket client = server.accept()) {
      DataInputStream in = new DataInputStream(client.getInputStream());
      for (byte[] answer : answers) {
        in.skipNBytes(in.readInt());
        client.getOutputStream().write(answer);
      }
      // Waits for the next request, or the end.
      in.skipNBytes(in.read() < 0 ? 0 : 1);
    } catch (IOException e) {
      // The probe has closed the connection.
    }
  }

  @Test
  void aBrokerAnswers() throws Exception {
    byte[] metadata = ByteBuffer.allocate(8).putInt(4).putInt(3).array();
    assertThat(found(Login.NONE, VERSIONS, metadata)).isEqualTo(Found.BROKER);
    assertThat(found(Login.GIVEN, VERSIONS)).isEqualTo(Found.BROKER);
  }

  @Test
  void aBrokerThatClosesAfterTheFirstAnswerAsksForALogIn() throws Exception {
    assertThat(found(Login.NONE, VERSIONS)).isEqualTo(Found.ASKS_FOR_LOG_IN);
  }

  /** Read as a length, {@code HTTP} is 1.2 GB. */
  @Test
  void aWebServerIsNoBroker() throws Exception {
    byte[] page = "HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(US_ASCII);
    assertThat(found(Login.NONE, page)).isEqualTo(Found.NO_BROKER);
    assertThat(found(Login.GIVEN, page)).isEqualTo(Found.NO_BROKER);
  }

  /** The server answers only after a line end. */
  @Test
  void aRealWebServerIsNoBroker() throws Exception {
    HttpServer page =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    page.start();
    try {
      assertThat(Probe.of(page.getAddress(), Login.NONE).found()).isEqualTo(Found.NO_BROKER);
    } finally {
      page.stop(0);
    }
  }

  @Test
  void anAlertOfTlsIsKnown() throws Exception {
    byte[] alert = {0x15, 3, 3, 0, 2, 2, 80};
    assertThat(found(Login.GIVEN, alert)).isEqualTo(Found.EXPECTS_TLS);
  }

  @Test
  void nothingListensOrItOnlyCloses() throws Exception {
    InetSocketAddress closed;
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      closed = (InetSocketAddress) server.getLocalSocketAddress();
    }
    Probe.Answer refused = Probe.of(closed, Login.NONE);
    assertThat(refused.found()).isEqualTo(Found.NOTHING);
    assertThat(refused.words()).contains("Connection refused");
  }
}
