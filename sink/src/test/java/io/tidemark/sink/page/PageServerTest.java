package io.tidemark.sink.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.tidemark.model.Refusal;
import io.tidemark.sink.Made;
import io.tidemark.sink.board.BoardSnapshot;
import io.tidemark.sink.snapshot.Snapshots;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class PageServerTest {

  private final PrometheusMeterRegistry meters =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private volatile BoardSnapshot snapshot = Made.board().snapshot();
  private volatile Optional<String> problem = Optional.empty();
  private final WebServer server =
      PageServer.start(
          new PageServer.Shown(
              () -> snapshot, () -> problem, Optional::empty, meters, Snapshots.NONE),
          new Listen("127.0.0.1", 0));
  private final PageClient client = new PageClient(server.port());

  @AfterEach
  void close() {
    server.close();
  }

  @ParameterizedTest
  @CsvSource({
    "/, text/html;charset=utf-8",
    "/parts.js, text/javascript;charset=utf-8",
    "/start.js, text/javascript;charset=utf-8",
    "/run.js, text/javascript;charset=utf-8",
    "/planview.js, text/javascript;charset=utf-8",
    "/echarts.js, text/javascript;charset=utf-8",
    "/page.css, text/css;charset=utf-8",
    "/metrics, text/plain; version=0.0.4; charset=utf-8",
    "/health, text/plain;charset=utf-8",
    "/ready, text/plain;charset=utf-8",
    "/api/v1/state, application/json;charset=utf-8",
    "/api/v1/board, application/json;charset=utf-8",
    "/api/v1/timelines?run=june.log%231, application/json;charset=utf-8"
  })
  void everyPathAnswersWithItsTypeAndTheHeadersOfCare(String path, String contentType) {
    HttpResponse<String> answer = get(path);

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(header(answer, "Content-Type")).isEqualToIgnoringCase(contentType);
    assertThat(header(answer, "Content-Security-Policy"))
        .isEqualTo(
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src blob:; connect-src 'self';"
                + " frame-ancestors 'none'; base-uri 'none'; form-action 'none'");
    assertSafe(answer);
  }

  @Test
  void beforeThereIsABoardItIsAliveAndSaysWhyItIsNotReady() {
    try (WebServer early =
        PageServer.start(meters, () -> Optional.of("waiting for K"), new Listen("127.0.0.1", 0))) {
      PageClient asking = new PageClient(early.port());

      assertThat(asking.get("/health").statusCode()).isEqualTo(200);
      for (String path : List.of("/ready", "/", "/api/v1/board")) {
        assertThat(asking.get(path).statusCode()).isEqualTo(503);
        assertThat(asking.get(path).body()).isEqualTo("waiting for K\n");
      }

      PageServer.show(
          new PageServer.Shown(
              () -> snapshot, () -> problem, Optional::empty, meters, Snapshots.NONE),
          early);

      assertThat(asking.get("/").statusCode()).isEqualTo(200);
      assertThat(asking.get("/ready").statusCode()).isEqualTo(200);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/nothing", "/../pom.xml", "/start.js/..", "/api/v1", "/package-info"})
  void otherPathsAreNotThere(String path) {
    HttpResponse<String> answer = get(path);

    assertThat(answer.statusCode()).isIn(400, 404);
  }

  @Test
  void whatIsNotThereCarriesTheHeadersOfCareToo() {
    HttpResponse<String> answer = get("/nothing");

    assertThat(answer.statusCode()).isEqualTo(404);
    assertSafe(answer);
    assertThat(answer.body()).isEqualTo("nothing here\n");
  }

  @Test
  void metricsAreOpenMetricsForAClientThatAcceptsThem() {
    HttpResponse<String> answer =
        client.send(
            client
                .request("/metrics")
                .header("Accept", "application/openmetrics-text;version=1.0.0"));

    assertThat(header(answer, "Content-Type"))
        .isEqualToIgnoringCase("application/openmetrics-text; version=1.0.0; charset=utf-8");
    assertThat(answer.body()).endsWith("# EOF\n");
  }

  @Test
  void theTimelinesOfARunAreAskedForByItsName() {
    String lines = get("/api/v1/timelines?run=june.log%231").body();

    assertThat(lines)
        .startsWith("[{\"device\":\"0\",\"memory\":\"DRAM\",\"bySnapshot\":{")
        .contains("\"width\":2,\"at\":[0,1],\"leastBytes\":[7340032,8]")
        .contains(
            "\"highs\":{\"snapshots\":[1,3],\"opNames\":[\"AddOp\"],\"ops\":[0,1],"
                + "\"largestFreeBytes\":[2097152,1048576],\"submissions\":[1,2],"
                + "\"bands\":[{\"op\":\"AddOp\",\"module\":\"layers.0\",");
  }

  @Test
  void anUnknownRunIsNotFound() {
    HttpResponse<String> answer = get("/api/v1/timelines?run=%3Cother%3E%231");

    assertThat(answer.statusCode()).isEqualTo(404);
    assertThat(header(answer, "Content-Type"))
        .isEqualToIgnoringCase("application/json;charset=utf-8");
    assertThat(answer.body()).isEqualTo("{\"error\":\"run '\\u003cother>#1' is not known\"}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "?run=", "?run=june.log", "?run=june.log%23x"})
  void aRunThatNoRunCanBeIsRefused(String query) {
    HttpResponse<String> answer = get("/api/v1/timelines" + query);

    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(answer.body())
        .startsWith("{\"error\":\"run '")
        .contains("want ?run=\\u003csource>#\\u003cnumber>");
  }

  @Test
  void headAnswersLikeGetWithoutABody() {
    HttpResponse<String> answer =
        client.send(client.request("/metrics").method("HEAD", HttpRequest.BodyPublishers.noBody()));

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body()).isEmpty();
    assertSafe(answer);
  }

  @ParameterizedTest
  @ValueSource(strings = {"POST", "PUT", "DELETE", "PATCH", "TRACE"})
  void nothingCanBeChanged(String method) {
    HttpResponse<String> answer =
        client.send(client.request("/metrics").method(method, HttpRequest.BodyPublishers.noBody()));

    assertThat(answer.statusCode()).isEqualTo(405);
    assertThat(header(answer, "Allow")).isEqualTo("GET, HEAD");
    assertSafe(answer);
  }

  @Test
  void aForeignNameIsRefused() throws IOException {
    assertThat(statusLine("evil.example")).contains(" 421 ");
    assertThat(statusLine("localhost")).contains(" 200 ");
  }

  @Test
  void readyAndHealthShowTheStateOfTheReader() {
    snapshot = Made.board().snapshotWhileReading();
    problem = Optional.of("its work has ended");

    assertThat(get("/ready").statusCode()).isEqualTo(503);
    assertThat(get("/health").statusCode()).isEqualTo(503);
  }

  @Test
  void theStateIsTheCanonicalDocument() {
    assertThat(get("/api/v1/state").body()).isEqualTo(StateDocument.of(snapshot.board()));
  }

  @Test
  void thePageHoldsNoInlineScriptOrStyle() {
    assertThat(get("/").body()).doesNotContain("style=").doesNotContain("<style");
    assertThat(get("/").body()).doesNotContainPattern("<script(?![^>]* src=)");
    for (String script : List.of("/parts.js", "/tables.js", "/troubles.js", "/run.js")) {
      assertThat(get(script).body()).doesNotContain("innerHTML").doesNotContain("eval(");
    }
  }

  @Test
  void aFileThatTheClientStillHasIsNotSentAgain() {
    String tag = header(get("/echarts.js"), "ETag");

    HttpResponse<String> again =
        client.send(client.request("/echarts.js").header("If-None-Match", tag));

    assertThat(tag).isNotEmpty();
    assertThat(again.statusCode()).isEqualTo(304);
    assertThat(again.body()).isEmpty();
  }

  @Test
  void aPackedFileIsTheFile() throws IOException {
    HttpResponse<InputStream> packed =
        client.send(
            client.request("/start.js").header("Accept-Encoding", "gzip"),
            HttpResponse.BodyHandlers.ofInputStream());

    assertThat(new GZIPInputStream(packed.body())).hasContent(get("/start.js").body());
  }

  @Test
  void aTakenPortIsRefusedInOneSentence() {
    PageServer.Shown shown =
        new PageServer.Shown(
            () -> snapshot, () -> problem, Optional::empty, meters, Snapshots.NONE);

    assertThatThrownBy(() -> PageServer.start(shown, new Listen("127.0.0.1", server.port())))
        .isInstanceOf(Refusal.class)
        .hasMessageStartingWith("port: cannot listen on " + server.port())
        .hasMessageContaining("allowed is a free port");
  }

  /** Sends raw bytes, since Java's client does not allow another Host header. */
  private String statusLine(String host) throws IOException {
    return client
        .answer("GET /health HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n")
        .lines()
        .findFirst()
        .orElse("");
  }

  private HttpResponse<String> get(String path) {
    return client.get(path);
  }

  private static void assertSafe(HttpResponse<?> answer) {
    assertThat(header(answer, "X-Content-Type-Options")).isEqualTo("nosniff");
    assertThat(header(answer, "X-Frame-Options")).isEqualTo("DENY");
    assertThat(header(answer, "Referrer-Policy")).isEqualTo("no-referrer");
    assertThat(header(answer, "Cross-Origin-Resource-Policy")).isEqualTo("same-origin");
    assertThat(header(answer, "Cross-Origin-Opener-Policy")).isEqualTo("same-origin");
    assertThat(header(answer, "Cache-Control")).isIn("no-store", "no-cache");
    assertThat(header(answer, "Server")).isEmpty();
  }

  private static String header(HttpResponse<?> answer, String name) {
    return answer.headers().firstValue(name).orElse("");
  }
}
