package io.tidemark.app.notify;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.tidemark.app.notify.AlertQueue.AlertReceiver;
import io.tidemark.sink.receiver.Endpoint;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

class AlertWebhookTest {

  private final List<String> bodies = new CopyOnWriteArrayList<>();
  private final AtomicInteger answer = new AtomicInteger(200);
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private HttpServer server;
  private String url = "";
  private Notifier.AlertWebhook webhook;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          bodies.add(new String(exchange.getRequestBody().readAllBytes(), UTF_8));
          exchange.sendResponseHeaders(answer.get(), -1);
          exchange.close();
        });
    server.setExecutor(threads);
    server.start();
    url = "http://127.0.0.1:" + server.getAddress().getPort() + "/";
    webhook = webhook(AlertForm.WEBHOOK);
  }

  private Notifier.AlertWebhook webhook(String form) {
    return new Notifier.AlertWebhook(
        Endpoint.of("--alert-webhook", url, Map.of()),
        AlertForm.of("--alert-format", form, () -> "key-of-the-service"),
        new AlertText("http://127.0.0.1:8080"));
  }

  @AfterEach
  void stop() {
    server.stop(0);
    threads.shutdownNow();
  }

  @Test
  void aNoticeIsPostedAsJson() throws Exception {
    webhook.deliver(Notices.firing("97 % full"));
    assertThat(bodies).singleElement().asString().contains("\"summary\":\"97 % full\"");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "slack | /text | *firing* TidemarkMemoryCritical: 97 % full",
        "teams | /attachments/0/content/body/0/inlines/0/text | firing TidemarkMemoryCritical: 97 %",
        "pagerduty | /payload/summary | 97 % full (train.log#1)",
        "pagerduty | /routing_key | key-of-the-service",
        "alertmanager | /0/labels/run | train.log#1"
      })
  void aNoticeIsPostedInTheFormOfAService(String form, String place, String text) throws Exception {
    webhook(form).deliver(Notices.firing("97 % full"));
    assertThat(new JsonMapper().readTree(bodies.get(0)).at(place).asString()).startsWith(text);
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 409, 413, 422})
  void aRequestThatIsWrongIsNotRepeated(int status) {
    answer.set(status);
    assertThatThrownBy(() -> webhook.deliver(Notices.firing("x")))
        .isInstanceOf(AlertReceiver.Rejected.class)
        .hasMessage("it answers " + status);
  }

  @ParameterizedTest
  @ValueSource(ints = {301, 401, 403, 404, 408, 429, 500, 503})
  void aReceiverThatFailsOrIsWrongIsTriedAgain(int status) {
    answer.set(status);
    assertThatThrownBy(() -> webhook.deliver(Notices.firing("x")))
        .isInstanceOf(AlertReceiver.Later.class)
        .hasMessage("it answers " + status);
  }

  @Test
  @Timeout(60)
  void aReceiverWhoseAnswerNeverEndsGetsTheNextNotice() throws Exception {
    server.removeContext("/");
    server.createContext(
        "/",
        exchange -> {
          bodies.add(new String(exchange.getRequestBody().readAllBytes(), UTF_8));
          exchange.sendResponseHeaders(200, 0);
          try (OutputStream body = exchange.getResponseBody()) {
            while (true) {
              body.write('x');
              body.flush();
            }
          }
        });
    webhook.deliver(Notices.firing("first"));
    webhook.deliver(Notices.firing("second"));

    assertThat(bodies).hasSize(2);
    assertThat(bodies.get(1)).contains("second");
  }

  @Test
  void aReceiverThatIsAwayIsTriedAgain() {
    server.stop(0);
    assertThatThrownBy(() -> webhook.deliver(Notices.firing("x")))
        .isInstanceOf(AlertReceiver.Later.class)
        .hasMessage("connection refused");
  }
}
