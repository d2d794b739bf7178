package io.tidemark.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.tidemark.model.Samples;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Searches all that a program puts out for the secrets that it was given. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class SecretsIT {

  /** Part of every secret of this test. */
  private static final String SECRET = "hunter2";

  private static final Path LOG = Samples.root().resolve("examples/tenstorrent.log");

  /** A password and its hash of crypt(3), which only this test uses. */
  private static final String PASSWORD = "tide & ebb";

  private static final String HASH = "$2b$05$dbcdefghijklmnopqrstuuJlG1YJFw.82dIqMJ4IaUGSp0Eie/nC.";

  private static final String BASIC =
      "Basic " + Base64.getEncoder().encodeToString(("reader:" + PASSWORD).getBytes(UTF_8));

  @TempDir Path folder;
  private final Map<String, Integer> requests = new ConcurrentHashMap<>();
  private HttpServer server;

  @BeforeEach
  void listen() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
  }

  @AfterEach
  void end() {
    server.stop(0);
  }

  /** Refuses first for good, then as wrong, then for a while; repeats all that it got. */
  private void answer(HttpExchange exchange) throws IOException {
    exchange.getRequestBody().readAllBytes();
    int[] statuses = {400, 401, 503, 200};
    String path = exchange.getRequestURI().getPath();
    int status = statuses[Math.min(3, requests.merge(path, 1, Integer::sum) - 1)];
    byte[] body =
        "%s %s"
            .formatted(exchange.getRequestURI(), exchange.getRequestHeaders().values())
            .getBytes(UTF_8);
    exchange.sendResponseHeaders(status, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  private String receiver(String path) {
    return "http://127.0.0.1:%d/%s".formatted(server.getAddress().getPort(), path);
  }

  private Path file(String name, String line) throws IOException {
    return Files.writeString(folder.resolve(name), line + "\n");
  }

  @Test
  @Tag("slow")
  void aWatchThatStartsFailsAlertsAndEndsPutsOutNoSecret() throws Exception {
    List<String> lines = FreshLog.text(LOG).lines().toList();
    Path log = Files.write(folder.resolve("train.log"), lines.subList(0, 20));
    Object[] arguments = {
      "watch",
      "--port",
      0,
      "--data",
      folder.resolve("data"),
      "--web-config",
      file("web.yml", "basic_auth_users: {reader: " + HASH + "}"),
      "--alert-webhook-file",
      file("webhook", receiver("services/T01/B02/hunter2-in-the-path")),
      "--alert-header",
      "X-Api-Key: hunter2-alert-header",
      "--alert-bearer-token-file",
      file("bearer", "hunter2-bearer"),
      "--remote-write",
      receiver("write/hunter2-path?key=hunter2-query"),
      "--remote-write-header",
      "X-Key: hunter2-write-header",
      "--remote-write-basic-auth-file",
      file("basic", "writer:hunter2-basic"),
      "--otlp",
      receiver("otlp/hunter2-otlp-path"),
      "--otlp-header",
      "Api-Key: hunter2-otlp-header",
      log
    };
    try (Program watch = Program.start(folder.resolve("watch.txt"), arguments)) {
      String page = watch.awaitAddress("page and metrics on ").replaceFirst("/metrics$", "");
      Files.write(log, lines.subList(20, lines.size()), StandardOpenOption.APPEND);

      await()
          .atMost(Apart.PATIENCE)
          .until(() -> requests.values().stream().filter(times -> times > 3).count() >= 2);
      Map<String, String> shown = new TreeMap<>();
      for (String path :
          List.of(
              "/",
              "/metrics",
              "/health",
              "/ready",
              "/api/v1/state",
              "/api/v1/ready",
              "/api/v1/runs",
              "/api/v1/board",
              "/api/v1/run?run=train.log%231")) {
        shown.put(path, body(page + path));
      }
      watch.stop();
      shown.put("standard output", watch.printed());
      shown.put("standard error", watch.complained());

      assertThat(shown.get("/metrics")).contains("tidemark_remote_write_samples_total");
      assertThat(shown.get("standard error"))
          .contains("--alert-webhook-file http://127.0.0.1:", "--remote-write http://127.0.0.1:")
          .contains("it answers 401")
          .contains("/… ");
      assertNoSecret(shown);
    }
  }

  private static String body(String address) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(address)).header("Authorization", BASIC).build();
    HttpResponse<String> answer =
        HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    assertThat(answer.statusCode()).as(address).isNotEqualTo(401);
    return answer.body();
  }

  private static void assertNoSecret(Map<String, String> shown) {
    String basic = Base64.getEncoder().encodeToString("writer:hunter2-basic".getBytes(UTF_8));
    shown.forEach(
        (place, text) ->
            assertThat(text).as(place).doesNotContain(SECRET, PASSWORD, HASH, basic, BASIC));
  }

  @Test
  @Tag("slow")
  void programsOfAKafkaWithALogInPutOutNoPassword() throws Exception {
    try (Apart programs = new Apart(folder)) {
      Program broker = programs.broker(0);
      String jaas = programs.client().get("sasl.jaas.config").toString();
      String password = jaas.replaceFirst("(?s).*password=\"([^\"]+)\".*", "$1");
      assertThat(password).hasSizeBetween(8, 200).isNotEqualTo(jaas);
      Path wrong =
          file(
              "wrong.properties",
              Files.readString(Apart.clientFile(programs.brokerFolder()))
                  .replace(password, "hunter2-kafka"));
      Program sink = programs.joined("sink", "--port", 0);
      String page = sink.awaitAddress("page and metrics on ").replaceFirst("/metrics$", "");
      Program ingest = programs.ingest("--metrics-port", 0, LOG);
      String metrics = ingest.awaitAddress("metrics on ");
      Program refused =
          programs.start(
              "refused",
              "ingest",
              "--bootstrap-servers",
              programs.bootstrapServers(),
              "--config",
              wrong,
              LOG);

      assertThat(refused.exit()).isEqualTo(1);
      assertThat(refused.complained()).contains("refuses the name or password");
      Map<String, String> shown = new TreeMap<>();
      shown.put("metrics of sink", Program.body(page + "/metrics"));
      shown.put("metrics of ingest", Program.awaitBody(metrics, "tidemark_lines_read_total"));
      ingest.stop();
      sink.stop();
      broker.stop();
      for (Program program : List.of(broker, sink, ingest, refused)) {
        shown.put("output " + shown.size(), program.printed());
        shown.put("errors " + shown.size(), program.complained());
      }
      assertNoSecret(shown);
      shown.forEach((place, text) -> assertThat(text).as(place).doesNotContain(password));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--alert-webhook https://me:hunter2@example.org/hook",
        "--alert-webhook htp://example.org/hunter2",
        "--alert-webhook hunter2",
        "--alert-webhook=https://example.org/hunter%zz2hunter2",
        "--alert-webhok=https://example.org/hunter2",
        "--alert-webhok https://example.org/hunter2",
        "--alert-header hunter2",
        "--alert-header X-Key:hunter2",
        "--alert-webhook http://127.0.0.1:1/hunter2 --alert-webhook http://127.0.0.1:1/hunter2",
        "--alert-webhook http://127.0.0.1:1/ --alert-header Host:hunter2",
        "--remote-write https://me:hunter2@example.org/write",
        "--remote-write ftp://example.org/?key=hunter2",
        "--remote-write-header hunter2",
        "--remote-write http://127.0.0.1:1/ --remote-write-header hunter2",
        "--otlp http://example.org:hunter2/",
        "--otlp http://127.0.0.1:1/ --otlp-header Authorization=hunter2",
        "--external-url https://me:hunter2@example.org/",
      })
  void aRefusedStartNamesTheOptionAndNoSecret(String arguments) throws Exception {
    List<Object> all = new ArrayList<>(List.of("watch", "--port", 0));
    all.addAll(List.of(arguments.split(" ")));
    all.add(LOG);
    Here refused = Here.run(all.toArray());

    assertThat(refused.exit()).isEqualTo(2);
    assertThat(refused.complained()).contains("--").doesNotContain(SECRET);
    assertThat(refused.printed()).doesNotContain(SECRET);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--alert-webhook-file",
        "--alert-webhook http://127.0.0.1:1/ --alert-bearer-token-file",
        "--remote-write http://127.0.0.1:1/ --remote-write-basic-auth-file",
        "--remote-write http://127.0.0.1:1/ --remote-write-bearer-token-file",
        "--web-config",
      })
  void aRefusedFileIsNamedWithoutWhatItHolds(String arguments) throws Exception {
    List<Object> all = new ArrayList<>(List.of("watch", "--port", 0));
    all.addAll(List.of(arguments.split(" ")));
    all.add(file("held", "hunter2\u0001hunter2"));
    all.add(LOG);
    Here refused = Here.run(all.toArray());

    assertThat(refused.exit()).isEqualTo(2);
    assertThat(refused.complained()).contains("--").doesNotContain(SECRET);
  }
}
