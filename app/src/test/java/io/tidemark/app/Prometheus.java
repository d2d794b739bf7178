package io.tidemark.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A real Prometheus. */
final class Prometheus implements AutoCloseable {

  private static final JsonMapper JSON = new JsonMapper();
  private static final String RETENTION = "--storage.tsdb.retention.time=10y";

  private final Path folder;
  private final int port;
  private Program program;

  private Prometheus(Path folder, int port, Program program) {
    this.folder = folder;
    this.port = port;
    this.program = program;
  }

  /**
   * Starts a Prometheus without scrapes: its data is written into it. Uses {@code folder/data},
   * which may exist.
   */
  static Prometheus start(Path folder) throws IOException {
    return start(folder, "storage: {tsdb: {out_of_order_time_window: 400d}}\n");
  }

  /** The same with this configuration. */
  static Prometheus start(Path folder, String config) throws IOException {
    Files.writeString(folder.resolve("prometheus.yml"), config);
    Program program = program(folder, 0, 1);
    return new Prometheus(folder, program.awaitListening(), program).ready();
  }

  /** Waits until this many runs were scraped, and more than once. */
  Prometheus awaitScraped(int runs) {
    String all = "count(count_over_time(tidemark_run_info[2m]) > 5) == " + runs;
    await().atMost(5, TimeUnit.MINUTES).until(() -> !results(all, Instant.now()).isEmpty());
    return this;
  }

  /** Waits until no run is live, so that plans have their verdicts and last lines are read. */
  void awaitAtRest() {
    String live = "tidemark_run_state{state=~\"live|nothing_recognised\"}";
    await().atMost(3, TimeUnit.MINUTES).until(() -> results(live, Instant.now()).isEmpty());
  }

  /** The annotations of a run's alert, once it is active. */
  JsonNode awaitAlert(String name, String run) {
    return await()
        .atMost(2, TimeUnit.MINUTES)
        .until(() -> annotations(name, run), JsonNode::isObject);
  }

  private JsonNode annotations(String name, String run) throws InterruptedException {
    for (JsonNode alert : JSON.readTree(Program.body(url("/api/v1/alerts"))).at("/data/alerts")) {
      JsonNode labels = alert.get("labels");
      if (labels.path("alertname").asString("").equals(name)
          && labels.path("run").asString("").equals(run)) {
        return alert.get("annotations");
      }
    }
    return JSON.missingNode();
  }

  private static Program program(Path folder, int port, int start) throws IOException {
    List<String> command = new ArrayList<>(List.of("prometheus", RETENTION));
    command.add("--config.file=" + folder.resolve("prometheus.yml"));
    command.add("--storage.tsdb.path=" + folder.resolve("data"));
    command.add("--web.listen-address=127.0.0.1:" + port);
    command.add("--web.enable-remote-write-receiver");
    try {
      return Program.of(new ProcessBuilder(command), folder.resolve("prometheus" + start + ".txt"));
    } catch (IOException e) {
      assertNull(System.getenv("CI"), e.getMessage());
      return abort("no prometheus on this machine: " + e.getMessage());
    }
  }

  private Prometheus ready() {
    Program.awaitBody(url("/-/ready"), "Ready");
    return this;
  }

  /** {@code kill -9}. */
  void kill() throws Exception {
    program.kill();
  }

  void startAgain() throws IOException {
    program = program(folder, port, 2);
    ready();
  }

  String receiver() {
    return url("/api/v1/write");
  }

  /** The address for a Grafana. */
  String address() {
    return url("");
  }

  /** Whether it has accepted any sample. */
  boolean took() throws InterruptedException {
    return Program.body(url("/metrics"))
        .lines()
        .anyMatch(line -> line.startsWith("prometheus_tsdb_head_series ") && !line.endsWith(" 0"));
  }

  private String url(String path) {
    return "http://127.0.0.1:" + port + path;
  }

  /** Every stored sample of the series of {@code range} at {@code at}, by time in milliseconds. */
  SortedMap<Long, Double> samples(String range, Instant at) throws Exception {
    TreeMap<Long, Double> samples = new TreeMap<>();
    for (JsonNode series : results(range, at)) {
      for (JsonNode sample : series.get("values")) {
        long millis = Math.round(sample.get(0).asDouble() * 1000);
        samples.put(millis, Double.valueOf(sample.get(1).asString()));
      }
    }
    return samples;
  }

  /** The result of the query, series by series. */
  JsonNode results(String query, Instant at) throws Exception {
    String body =
        Program.body(url("/api/v1/query?time=" + at + "&query=" + URLEncoder.encode(query, UTF_8)));
    return JSON.readTree(body).get("data").get("result");
  }

  @Override
  public void close() {
    program.close();
  }
}
