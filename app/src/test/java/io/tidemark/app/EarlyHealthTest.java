package io.tidemark.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import io.tidemark.app.cli.Tidemark;
import io.tidemark.model.Samples;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a program serves before it can do its work. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class EarlyHealthTest {

  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final String NOBODY = "127.0.0.1:1";

  @TempDir Path folder;

  /** Starts a program of the classes under test. */
  static Program start(Path output, Object... arguments) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Tidemark.class.getName()));
    for (Object argument : arguments) {
      command.add(argument.toString());
    }
    return Program.of(new ProcessBuilder(command), output);
  }

  /** Status and text, at the first answer. */
  private static String first(int port, String path) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:%d%s".formatted(port, path))).build();
    return await()
        .pollInterval(Duration.ofMillis(5))
        .atMost(PATIENCE)
        .ignoreExceptionsInstanceOf(IOException.class)
        .until(
            () -> {
              HttpResponse<String> answer =
                  HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
              return answer.statusCode() + " " + answer.body().strip();
            },
            answer -> true);
  }

  @ParameterizedTest
  @CsvSource({"ingest, --metrics-port", "streams, --metrics-port", "sink, --port"})
  void whileKafkaIsAwayItIsAliveAndNotReady(String program, String option) throws Exception {
    int port = Program.freePort();
    List<Object> arguments =
        new ArrayList<>(List.of(program, "--bootstrap-servers", NOBODY, option, port));
    if (program.equals("ingest")) {
      arguments.add(folder.resolve("a.log"));
    } else if (program.equals("streams")) {
      arguments.addAll(List.of("--state", folder.resolve("state")));
    }
    try (Program started = start(folder.resolve("out.txt"), arguments.toArray())) {
      assertThat(first(port, "/health")).isEqualTo("200 alive");
      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () ->
                  assertThat(first(port, "/ready"))
                      .startsWith("503 waiting for Kafka at " + NOBODY + ": cannot be reached"));
      assertThat(started.alive()).describedAs(started.complained()).isTrue();
    }
  }

  @Test
  void aWatchAnswersBeforeItsBrokerDoesAndItsAlertsLinkToItsOuterAddress() throws Exception {
    int port = Program.freePort();
    String outer = "https://example.com/tidemark";
    Queue<String> received = new ConcurrentLinkedQueue<>();
    HttpServer webhook =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    webhook.createContext(
        "/",
        exchange -> {
          received.add(
              new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    webhook.start();
    Object[] watch = {
      "watch",
      "--port",
      port,
      "--data",
      folder.resolve("data"),
      "--external-url",
      outer + "/",
      "--alert-webhook",
      "http://127.0.0.1:" + webhook.getAddress().getPort(),
      FreshLog.copy(Samples.root().resolve("examples/tenstorrent.log"), folder.resolve("new.log"))
    };
    try (Program started = start(folder.resolve("out.txt"), watch)) {
      assertThat(first(port, "/ready")).isEqualTo("503 starting up");
      assertThat(first(port, "/health")).isEqualTo("200 alive");
      String address = started.awaitAddress("page and metrics on ");
      assertThat(address).as("for the person at this machine").endsWith(":" + port);
      await().atMost(PATIENCE).until(() -> !received.isEmpty());
      assertThat(received.peek())
          .contains("\"externalURL\":\"" + outer + "\"", "\"generatorURL\":\"" + outer + "\"");
      assertThat(Program.awaitBody(address + "/metrics", "tidemark_build_info"))
          .contains("page=\"" + outer + "\"");
    } finally {
      webhook.stop(0);
    }
  }
}
