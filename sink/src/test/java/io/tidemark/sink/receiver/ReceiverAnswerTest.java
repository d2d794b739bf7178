package io.tidemark.sink.receiver;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Uses the answers of real receivers, each in its own words. */
class ReceiverAnswerTest {

  private int status;
  private String words = "";
  private String retryAfter = "";
  private HttpServer server;

  @BeforeEach
  void listen() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          exchange.getRequestBody().readAllBytes();
          if (!retryAfter.isEmpty()) {
            exchange.getResponseHeaders().set("Retry-After", retryAfter);
          }
          byte[] body = words.getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void end() {
    server.stop(0);
  }

  private Receiver.Reply reply(int code, String body) throws IOException {
    status = code;
    words = body;
    String url = "http://127.0.0.1:%d/write".formatted(server.getAddress().getPort());
    return new Receiver(
            Endpoint.of("--remote-write", url, Map.of()), Map.of(), Duration.ofSeconds(30))
        .once(new byte[] {1});
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Prometheus 2 | 500 | out of order sample | NEVER",
        "Prometheus 2 | 500 | duplicate sample for timestamp | NEVER",
        "Prometheus 2 | 500 | too old sample | TOO_OLD",
        "Prometheus 2 | 400 | out of bounds | TOO_OLD",
        "Prometheus 2 | 404 | remote write receiver needs to be enabled with --web.enable-remote-write-receiver | WRONG",
        "Prometheus 2 | 500 | disk full | LATER",
        "Prometheus 2 behind a proxy | 503 | upstream: too old sample | TOO_OLD",
        "Prometheus 3 | 204 | '' | ACCEPTED",
        "Prometheus 3 | 400 | out of order sample | NEVER",
        "Prometheus 3 | 400 | duplicate sample for timestamp | NEVER",
        "Prometheus 3 | 400 | too old sample | TOO_OLD",
        "Prometheus 3 | 401 | Unauthorized | WRONG",
        "Prometheus 3 | 415 | expected application/x-protobuf as the first (media) part | WRONG",
        "Prometheus 3 | 503 | Service Unavailable | LATER",
        "Mimir | 200 | '' | ACCEPTED",
        "Mimir | 400 | the sample has been rejected because its timestamp is too old (err-mimir-sample-timestamp-too-old) | TOO_OLD",
        "Mimir | 400 | the sample has been rejected because another sample with the same timestamp, but a different value, has already been ingested | NEVER",
        "Mimir | 401 | no org id | WRONG",
        "Mimir | 413 | the incoming push request has been rejected because its message size is larger than the allowed limit | TOO_LARGE",
        "Mimir | 422 | per-user series limit of 150000 exceeded | NEVER",
        "Mimir | 429 | the request has been rejected because the tenant exceeded the ingestion rate limit | LATER",
        "Thanos | 409 | store locally for endpoint 127.0.0.1:10901: add 1 samples: out of order sample | NEVER",
        "Thanos | 409 | store locally for endpoint 127.0.0.1:10901: add 1 samples: duplicate sample for timestamp | NEVER",
        "Thanos | 409 | store locally for endpoint 127.0.0.1:10901: add 3 samples: out of bounds | TOO_OLD",
        "Thanos | 413 | write request too large | TOO_LARGE",
        "Thanos | 429 | too many samples | LATER",
        "Thanos | 503 | 2 errors: quorum not reached | LATER",
        "VictoriaMetrics | 204 | '' | ACCEPTED",
        "VictoriaMetrics | 400 | too big packed request; mustn't exceed -maxInsertRequestSize=33554432 bytes; got 33554433 bytes | NEVER",
        "VictoriaMetrics | 503 | cannot process insert request for 60.000 seconds because -maxConcurrentInserts limit is reached | LATER",
        "nginx | 301 | Moved Permanently | WRONG",
        "nginx | 302 | Found | WRONG",
        "nginx | 401 | 401 Authorization Required | WRONG",
        "nginx | 403 | 403 Forbidden | WRONG",
        "nginx | 404 | 404 Not Found | WRONG",
        "nginx | 405 | 405 Not Allowed | WRONG",
        "nginx | 408 | 408 Request Time-out | LATER",
        "nginx | 413 | 413 Request Entity Too Large | TOO_LARGE",
        "nginx | 502 | 502 Bad Gateway | LATER",
        "nginx | 503 | 503 Service Temporarily Unavailable | LATER",
        "nginx | 504 | 504 Gateway Time-out | LATER"
      })
  void anAnswerMeansTheSameFromEveryReceiver(
      String receiver, int code, String body, ReceiverAnswer meaning) throws IOException {
    assertThat(reply(code, body).answer()).as(receiver).isEqualTo(meaning);
  }

  @ParameterizedTest
  @CsvSource({
    "'', 0",
    "7, 7000",
    "0, 0",
    "-3, 0",
    "soon, 0",
    "999999999, 300000",
    "'Wed, 01 Jan 2020 00:00:00 GMT', 0",
    "'Fri, 01 Jan 2100 00:00:00 GMT', 300000"
  })
  void aReceiverStatesWhenItWantsToBeAskedAgain(String header, long millis) throws IOException {
    retryAfter = header;
    assertThat(reply(429, "").afterMillis()).isEqualTo(millis);
  }

  @Test
  void aReceiverThatIsAwayIsDescribedInWords() throws IOException {
    server.stop(0);
    assertThat(reply(0, "").said()).isEqualTo("connection refused");
    Receiver nobody =
        new Receiver(
            Endpoint.of("--otlp", "http://no-such-host.invalid/x", Map.of()),
            Map.of(),
            Duration.ofSeconds(30));
    assertThat(nobody.once(new byte[] {1}).said()).isEqualTo("the host is unknown");
  }
}
