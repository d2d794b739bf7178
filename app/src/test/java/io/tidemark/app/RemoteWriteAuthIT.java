package io.tidemark.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assumptions.abort;

import io.tidemark.app.broker.DataFolder;
import io.tidemark.app.broker.EmbeddedBroker;
import io.tidemark.app.broker.Missing;
import io.tidemark.app.broker.Rights;
import io.tidemark.app.broker.TopicSetup;
import io.tidemark.model.Samples;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Tests a real Prometheus that requires a log-in before it accepts samples. */
@Tag("slow")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class RemoteWriteAuthIT {

  private static final Path LOG = Samples.root().resolve("examples/tenstorrent.log");

  /** A user and a password that only this test uses; crypt(3) made the hash. */
  private static final String WEB =
      "basic_auth_users: {writer: $2b$05$dbcdefghijklmnopqrstuuJlG1YJFw.82dIqMJ4IaUGSp0Eie/nC.}\n";

  private static final String PASSWORD = "tide & ebb";
  private static final Pattern SAMPLES = Pattern.compile(": (\\d+) samples of \\d+ series");

  @TempDir Path folder;
  private final HttpClient http = HttpClient.newHttpClient();
  private String prometheus = "";
  private Program program;

  @BeforeEach
  void start() throws Exception {
    Path config =
        Files.writeString(
            folder.resolve("prometheus.yml"),
            "storage: {tsdb: {out_of_order_time_window: 4000d}}\n");
    Path web = Files.writeString(folder.resolve("web.yml"), WEB);
    try {
      program =
          Program.of(
              new ProcessBuilder(
                  "prometheus",
                  "--config.file=" + config,
                  "--web.config.file=" + web,
                  "--storage.tsdb.path=" + folder.resolve("data"),
                  "--storage.tsdb.retention.time=20y",
                  "--web.listen-address=127.0.0.1:0",
                  "--web.enable-remote-write-receiver"),
              folder.resolve("prometheus.txt"));
    } catch (IOException e) {
      assertNull(System.getenv("CI"), e.getMessage());
      abort("no prometheus on this machine: " + e.getMessage());
    }
    prometheus = "http://127.0.0.1:" + program.awaitListening();
    Program.awaitBody(prometheus + "/-/ready", "Unauthorized");
  }

  @AfterEach
  void end() {
    if (program != null) {
      program.close();
    }
  }

  @Test
  void aReplayArrivesWithThePasswordAndIsRefusedWithoutIt() throws Exception {
    for (String wrong : List.of("", "writer:ebb")) {
      try (Program replay = replay("refused" + wrong.length(), wrong)) {
        assertThat(replay.exit()).isEqualTo(2);
        assertThat(replay.complained())
            .startsWith("tidemark: --remote-write " + prometheus + "/…: it answers 401")
            .hasLineCount(1)
            .doesNotContain("ebb");
      }
    }
    assertThat(samples()).isZero();

    try (Program replay = replay("taken", "writer:" + PASSWORD)) {
      assertThat(replay.exit()).describedAs(replay.complained()).isZero();
      assertThat(replay.complained()).isEmpty();
      Matcher published = SAMPLES.matcher(replay.printed());
      assertThat(published.find()).isTrue();
      assertThat(samples()).isEqualTo(Long.parseLong(published.group(1)));
    }
  }

  @Test
  void aSinkCountsWhatAReceiverMissesForWantOfAPassword() throws Exception {
    try (DataFolder data = DataFolder.hold(folder.resolve("broker"));
        EmbeddedBroker broker = EmbeddedBroker.start(data, 0)) {
      Apart programs = new Apart(folder);
      Path config = Apart.clientFile(data.path());
      Object[] sink = {
        "sink",
        "--bootstrap-servers",
        broker.bootstrapServers(),
        "--config",
        config,
        "--port",
        0,
        "--remote-write",
        prometheus + "/api/v1/write"
      };
      Object[] streams = {
        "streams",
        "--bootstrap-servers",
        broker.bootstrapServers(),
        "--config",
        config,
        "--state",
        folder.resolve("one")
      };
      Object[] ingest = {
        "ingest", "--bootstrap-servers", broker.bootstrapServers(), "--config", config, LOG
      };
      try (programs) {
        TopicSetup.ensure(broker.client(), Rights.TOPICS, Missing.CREATED);
        programs.start("streams", streams);
        programs.start("ingest", ingest);
        Program without = programs.start("without", sink);
        String refused = without.awaitAddress("page and metrics on ") + "/metrics";
        await().atMost(Apart.PATIENCE).until(() -> outcome(refused, "missed") > 0);
        assertThat(outcome(refused, "sent")).isZero();
        assertThat(without.complained())
            .containsOnlyOnce("accepts nothing, retrying until it does: it answers 401");
        assertThat(samples()).isZero();
        without.stop();

        Object[] with = Arrays.copyOf(sink, sink.length + 2);
        with[sink.length] = "--remote-write-basic-auth-file";
        with[sink.length + 1] = password("writer:" + PASSWORD);
        String metrics =
            programs.start("with", with).awaitAddress("page and metrics on ") + "/metrics";
        await().atMost(Apart.PATIENCE).until(() -> outcome(metrics, "sent") > 0);
        await().atMost(Apart.PATIENCE).until(() -> samples() > 0);
        assertThat(outcome(metrics, "dropped")).isZero();
      }
    }
  }

  private static double outcome(String metrics, String outcome) throws InterruptedException {
    String name = "tidemark_remote_write_samples_total{outcome=\"" + outcome + "\"} ";
    return Program.body(metrics)
        .lines()
        .filter(line -> line.startsWith(name))
        .mapToDouble(line -> Double.parseDouble(line.substring(name.length())))
        .sum();
  }

  private Path password(String line) throws IOException {
    return Files.writeString(folder.resolve("password" + line.length()), line + "\n");
  }

  private Program replay(String name, String password) throws IOException {
    Path output = folder.resolve(name + ".txt");
    String receiver = prometheus + "/api/v1/write";
    return password.isEmpty()
        ? Program.start(output, "replay", "--remote-write", receiver, LOG)
        : Program.start(
            output,
            "replay",
            "--remote-write",
            receiver,
            "--remote-write-basic-auth-file",
            password(password),
            LOG);
  }

  /** The number of stored samples, without stale markers. */
  private long samples() throws Exception {
    String who = Base64.getEncoder().encodeToString(("writer:" + PASSWORD).getBytes(UTF_8));
    String query = URLEncoder.encode("{job=\"tidemark\"}[10y]", UTF_8);
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(prometheus + "/api/v1/query?query=" + query))
            .header("Authorization", "Basic " + who)
            .timeout(Duration.ofSeconds(20))
            .build();
    HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
    assertThat(answer.statusCode()).isEqualTo(200);
    long samples = 0;
    for (JsonNode series : new JsonMapper().readTree(answer.body()).at("/data/result")) {
      samples += series.get("values").size();
    }
    return samples;
  }
}
