package io.tidemark.sink.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.tidemark.model.TerminalText;
import io.tidemark.model.alert.Alert;
import io.tidemark.model.alert.AlertKey;
import io.tidemark.model.alert.AlertRule;
import io.tidemark.model.log.RunId;
import io.tidemark.model.memory.MemoryKey;
import io.tidemark.model.plan.PlanKey;
import io.tidemark.sink.Made;
import io.tidemark.sink.board.BoardBuilder;
import io.tidemark.sink.board.BoardSnapshot;
import io.tidemark.sink.snapshot.Snapshots;
import java.io.IOException;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Text of a log or a client must be harmless in every answer. */
@Timeout(60)
class HostileAnswersTest {

  private volatile BoardSnapshot snapshot = Made.board().snapshot();
  private volatile Optional<String> problem = Optional.empty();
  private final WebServer server =
      PageServer.start(
          new PageServer.Shown(
              () -> snapshot,
              () -> problem,
              Optional::empty,
              new PrometheusMeterRegistry(PrometheusConfig.DEFAULT),
              Snapshots.NONE),
          new Listen("127.0.0.1", 0));
  private final PageClient client = new PageClient(server.port());

  @AfterEach
  void close() {
    server.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "</script><img src=x onerror=alert(1)>",
        "\u001b[2J\u009b31m\u202e\u2028\u2029\u0000\"\\\ud800"
      })
  void aHostileTextInAnyFieldIsOnlyText(String hostile) {
    snapshot = hostile(hostile).snapshot();
    String timelines =
        "/api/v1/timelines?run=" + URLEncoder.encode(hostile + "#1", StandardCharsets.UTF_8);

    for (String path : List.of("/api/v1/board", timelines, "/api/v1/state")) {
      String body = client.get(path).body();
      assertThat(body.codePoints().filter(c -> c != '\n' && TerminalText.steers(c))).isEmpty();
      assertThat(body).containsIgnoringCase(hostile.startsWith("<") ? "img src=x" : "\\u001b[2J");
    }
    assertThat(client.get("/api/v1/board").body() + client.get(timelines).body())
        .doesNotContain("<");
    String scrape = client.get("/metrics").body();
    assertThat(scrape.codePoints().filter(c -> c != '\n' && TerminalText.steers(c))).isEmpty();
  }

  private static BoardBuilder hostile(String text) {
    RunId run = new RunId(text, 1);
    MemoryKey memory = new MemoryKey(run, text, text);
    BoardBuilder board = new BoardBuilder();
    board.applyRun(run, Made.status(text, 1, null));
    board.applyUsage(memory, Made.usage(1, 1, 1), 0);
    board.applyTimeline(memory, Made.timeline(1));
    board.applyOps(memory, Made.ops(1, Made.op(text, 1, 1, 1)));
    board.applyPlan(new PlanKey(run, text, 0), Made.summary(1));
    board.applyPlan(new PlanKey(run, text, 1), Made.page(text, 1));
    board.applyAlert(
        new AlertKey(run, AlertRule.CRITICAL, text, text), new Alert(1, 1, null, 2, text, 4000, 1));
    return board;
  }

  @Test
  void theReasonOfAProblemIsOneHarmlessLine() {
    problem = Optional.of("waits for \u001b[2J\nHTTP/1.1 200 OK");

    HttpResponse<String> answer = client.get("/health");

    assertThat(answer.statusCode()).isEqualTo(503);
    assertThat(answer.body()).isEqualTo("waits for \\u001b[2J HTTP/1.1 200 OK\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET / HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n",
        "GET /%zz HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "GET /api/v1/timelines?run=%zz HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "GET / HTTP/9.9\r\nHost: localhost\r\n\r\n",
        "G\u001bT / HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "CONNECT localhost:80 HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "GET / HTTP/1.0\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: x\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999\r\n\r\nx"
      })
  void aBrokenRequestIsAnsweredWithTheHeadersOfCareAndNothingOfIt(String request)
      throws IOException {
    String answer = client.answer(request);

    assertThat(answer).matches("(?s)HTTP/1.1 (4\\d\\d|505) .*");
    SafeHeaders.ALL.forEach((name, value) -> assertThat(answer).contains(name + ": " + value));
    assertThat(answer).doesNotContain("Server:", "Jetty", "%zz", "\u001b", "Exception");
  }
}
