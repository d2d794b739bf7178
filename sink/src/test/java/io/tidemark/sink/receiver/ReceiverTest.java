package io.tidemark.sink.receiver;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.tidemark.model.Refusal;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class ReceiverTest {

  private static final String TOKEN = "the-first-token";
  private static final String PATH = "/services/T0123/B4567/very-secret-key";

  @TempDir Path folder;
  private final List<String> asked = new CopyOnWriteArrayList<>();
  private String accepted = TOKEN;
  private int busyTimes;
  private int afterSeconds = 1;
  private @Nullable HttpServer server;

  @AfterEach
  void end() {
    if (server != null) {
      server.stop(0);
    }
  }

  /** Accepts one token, and repeats in its answer what it got. */
  private String address() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
    return "http://127.0.0.1:%d%s".formatted(server.getAddress().getPort(), PATH);
  }

  private void answer(HttpExchange exchange) throws IOException {
    exchange.getRequestBody().readAllBytes();
    String token = exchange.getRequestHeaders().getFirst("Authorization");
    asked.add(token);
    byte[] body = "%s%s %s".formatted("no ", exchange.getRequestURI(), token).getBytes(US_ASCII);
    boolean busy = asked.size() <= busyTimes;
    if (busy) {
      exchange.getResponseHeaders().set("Retry-After", String.valueOf(afterSeconds));
    }
    exchange.sendResponseHeaders(
        busy ? 503 : token.equals("Bearer " + accepted) ? 200 : 401, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  private static Receiver receiver(String url, Path token, boolean lasting) {
    Secret bearer = Secret.firstLine("--token", token).after("Bearer ");
    Endpoint endpoint = Endpoint.of("--remote-write", url, Map.of("Authorization", bearer));
    Duration patience = Duration.ofMinutes(2);
    return new Receiver(endpoint, Map.of(), patience, Duration.ofSeconds(30), lasting);
  }

  @Test
  @Timeout(60)
  void aTokenThatIsReplacedIsReadAgainAfterARefusal() throws Exception {
    accepted = "the-second-token";
    Path token = Files.writeString(folder.resolve("token"), TOKEN + "\n");
    Receiver receiver = receiver(address(), token, true);
    assertThatThrownBy(() -> receiver.delivered(new byte[] {1}, () -> fail("asked again")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("it answers 401");
    replace(token, "the-second-token\n");
    Receiver.Reply reply = receiver.delivered(new byte[] {2}, () -> fail("asked again"));

    assertThat(reply.answer()).isEqualTo(ReceiverAnswer.ACCEPTED);
    assertThat(asked).containsExactly("Bearer " + TOKEN, "Bearer the-second-token");
  }

  @Test
  @Timeout(60)
  void aTokenFileThatIsAwayForAMomentIsWaitedFor() throws Exception {
    Path token = Files.writeString(folder.resolve("token"), TOKEN + "\n");
    Receiver receiver = receiver(address(), token, true);
    Files.delete(token);
    Receiver.Reply reply = receiver.delivered(new byte[] {1}, () -> replace(token, TOKEN));

    assertThat(reply.answer()).isEqualTo(ReceiverAnswer.ACCEPTED);
    assertThat(asked).hasSize(1);
  }

  @Test
  void anAddressInAFileIsReadForEachRequest() throws Exception {
    Path file = Files.writeString(folder.resolve("address"), "http://127.0.0.1:1/old\n");
    Secret bearer = () -> "Bearer " + TOKEN;
    Endpoint endpoint =
        Endpoint.of("--file", Secret.firstLine("--file", file), Map.of("Authorization", bearer));
    Receiver receiver = new Receiver(endpoint, Map.of(), Duration.ofSeconds(30));
    assertThat(receiver.status(new byte[] {1}).said()).isEqualTo("connection refused");

    String address = address();
    Files.writeString(file, address + "\n");
    assertThat(receiver.status(new byte[] {1}).answer()).isEqualTo(ReceiverAnswer.ACCEPTED);
    assertThat(endpoint).hasToString("--file " + address.replace(PATH, "/…"));
  }

  private static void replace(Path file, String text) {
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  @Timeout(60)
  void aBusyReceiverIsAskedAgainWhenItWantsToBe() throws Exception {
    busyTimes = 1;
    Path token = Files.writeString(folder.resolve("token"), TOKEN + "\n");
    Receiver receiver = receiver(address(), token, true);
    long began = System.nanoTime();
    Receiver.Reply reply = receiver.delivered(new byte[] {1}, () -> {});

    assertThat(reply.answer()).isEqualTo(ReceiverAnswer.ACCEPTED);
    assertThat(asked).hasSize(2);
    assertThat(Duration.ofNanos(System.nanoTime() - began)).isGreaterThan(Duration.ofMillis(990));
  }

  @Test
  void aBusyReceiverIsLeftAloneUntilItWantsToBeAsked() throws Exception {
    busyTimes = 1;
    afterSeconds = 200;
    Path token = Files.writeString(folder.resolve("token"), TOKEN + "\n");
    Secret bearer = Secret.firstLine("--token", token).after("Bearer ");
    Endpoint endpoint = Endpoint.of("--otlp", address(), Map.of("Authorization", bearer));
    Receiver receiver = new Receiver(endpoint, Map.of(), Duration.ofSeconds(30));

    Receiver.Reply first = receiver.once(new byte[] {1});
    Receiver.Reply second = receiver.once(new byte[] {2});

    assertThat(first.answer()).isEqualTo(ReceiverAnswer.LATER);
    assertThat(first.afterMillis()).isEqualTo(200_000);
    assertThat(second).isSameAs(first);
    assertThat(asked).hasSize(1);
  }

  @Test
  void aWrongTokenIsAtOnceAnErrorOfACommandThatEndsAndIsNotShown() throws Exception {
    accepted = "another-token";
    Path token = Files.writeString(folder.resolve("token"), TOKEN + "\n");
    String address = address();
    Receiver receiver = receiver(address, token, false);

    assertThatThrownBy(() -> receiver.delivered(new byte[] {1}, () -> {}))
        .isInstanceOf(Refusal.class)
        .hasMessage(
            "--remote-write %s: it answers 401 no … Bearer …; want the address of a receiver, and credentials that it accepts"
                .formatted(address.replace(PATH, "/…")));
    assertThat(asked).hasSize(1);
  }

  @Test
  @Timeout(60)
  void anAnswerWhoseBodyNeverEndsIsGivenUp() throws Exception {
    try (ServerSocket dripping = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      Thread server = new Thread(() -> drip(dripping));
      server.setDaemon(true);
      server.start();
      String url = "http://127.0.0.1:" + dripping.getLocalPort() + "/write";
      Receiver receiver =
          new Receiver(
              Endpoint.of("--remote-write", url, Map.of()),
              Map.of(),
              Duration.ZERO,
              Duration.ofSeconds(1),
              false);

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
