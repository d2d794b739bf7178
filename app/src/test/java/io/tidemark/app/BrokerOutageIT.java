package io.tidemark.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidemark.model.Samples;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests an outage of the broker under a growing log. A restart of a program would not help, so no
 * liveness probe may ask for one; the operator's alerts must fire nevertheless.
 */
@Tag("slow")
@Timeout(value = 15, unit = TimeUnit.MINUTES)
class BrokerOutageIT {

  /** Longer than every time after which a client of Kafka gives up. */
  private static final Duration OUTAGE = Duration.ofSeconds(190);

  private static final Object STALLED = "12s";
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  @TempDir Path folder;
  private final Map<String, Integer> ports = new TreeMap<>();
  private final Queue<String> unhealthy = new ConcurrentLinkedQueue<>();
  private final AtomicInteger written = new AtomicInteger();
  private final ScheduledExecutorService clock = Executors.newScheduledThreadPool(2);
  private Apart programs = new Apart(Path.of(""));

  @BeforeEach
  void begin() {
    programs = new Apart(folder);
  }

  @AfterEach
  void end() {
    clock.shutdownNow();
    programs.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"killed", "stopped"})
  void anOutageIsNoReasonToRestartAProgramAndIsShownAsLagUntilAllIsCounted(String how)
      throws Exception {
    Path log = folder.resolve("train.log");
    append(log);
    Program broker = programs.broker(0);
    start(log);
    Future<?> unusedWriter =
        clock.scheduleAtFixedRate(() -> append(log), 0, 250, TimeUnit.MILLISECONDS);
    programs.awaitCounted(20);
    Future<?> unusedLook =
        clock.scheduleAtFixedRate(this::lookAtHealth, 0, 500, TimeUnit.MILLISECONDS);
    try (Prometheus prometheus = Prometheus.start(folder, scrapes())) {
      int port = Program.port(programs.bootstrapServers());
      if (how.equals("killed")) {
        broker.kill();
      } else {
        broker.signal("STOP");
      }
      Instant from = Instant.now();

      for (String program : ports.keySet()) {
        awaitReady(program, 503, body -> body.contains("has not answered for "));
      }
      await().atMost(Duration.ofSeconds(30)).until(() -> lag() > 15);
      awaitFiring(prometheus, "count(ALERTS{alertname='TidemarkKafkaLost'%s}) == 3");
      awaitFiring(prometheus, "ALERTS{alertname='TidemarkPipelineLagging',stage='ship'%s}");
      await()
          .atMost(OUTAGE.plusMinutes(1))
          .pollInterval(Duration.ofSeconds(1))
          .until(() -> Instant.now().isAfter(from.plus(OUTAGE)));
      assertThat(lag()).isGreaterThan((double) OUTAGE.minusSeconds(20).toSeconds());

      if (how.equals("killed")) {
        programs.broker(port);
      } else {
        broker.signal("CONT");
      }
      for (String program : ports.keySet()) {
        awaitReady(program, 200, body -> true);
      }
    }
    clock.shutdown();
    assertThat(clock.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
    programs.awaitCounted(written.get());

    await().atMost(Apart.PATIENCE).until(() -> lag() < 5);
    assertThat(programs.counted()).isEqualTo(written.get());
    assertThat(unhealthy).isEmpty();
    assertThat(programs.gaps()).isZero();
  }

  private void start(Path log) throws Exception {
    Object[] streams = {
      "--metrics-port", 0, "--stalled-after", STALLED, "--state", folder.resolve("state")
    };
    ports.put("streams", port(programs.joined("streams", streams), "metrics on "));
    ports.put("sink", port(programs.sink("--stalled-after", STALLED), "page and metrics on "));
    ports.put(
        "ingest",
        port(programs.ingest("--metrics-port", 0, "--stalled-after", STALLED, log), "metrics on "));
  }

  private static int port(Program program, String words) throws IOException {
    return Program.port(program.awaitAddress(words));
  }

  private void append(Path log) {
    try {
      String line = "step %d\n".formatted(written.incrementAndGet());
      Files.writeString(log, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String scrapes() {
    List<String> targets = ports.values().stream().map(port -> "'127.0.0.1:" + port + "'").toList();
    return """
        global: {scrape_interval: 2s, evaluation_interval: 2s}
        rule_files: ['%s']
        scrape_configs: [{job_name: tidemark, static_configs: [{targets: %s}]}]
        """
        .formatted(Samples.root().resolve("sink/prometheus/rules/tidemark.yml"), targets);
  }

  private void lookAtHealth() {
    ports.forEach(
        (program, port) -> {
          try {
            HttpResponse<String> answer = ask(port, "/health");
            if (answer.statusCode() != 200) {
              unhealthy.add(program + ": " + answer.body());
            }
          } catch (IOException e) {
            unhealthy.add(program + ": " + e);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
  }

  private static HttpResponse<String> ask(int port, String path)
      throws IOException, InterruptedException {
    URI uri = URI.create("http://127.0.0.1:%d%s".formatted(port, path));
    return HTTP.send(
        HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString(UTF_8));
  }

  private void awaitReady(String program, int status, Predicate<String> body) {
    await(program)
        .atMost(Apart.PATIENCE)
        .until(
            () -> ask(ports.get(program), "/ready"),
            answer -> answer.statusCode() == status && body.test(answer.body()));
  }

  /** The lag of the shipping, in seconds. */
  private double lag() throws Exception {
    return ask(ports.get("ingest"), "/metrics")
        .body()
        .lines()
        .filter(line -> line.startsWith("tidemark_event_lag_seconds{stage=\"ship\"}"))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }

  private static void awaitFiring(Prometheus prometheus, String query) {
    await(query)
        .atMost(Apart.PATIENCE)
        .until(
            () ->
                !prometheus
                    .results(query.formatted(",alertstate='firing'"), Instant.now())
                    .isEmpty());
  }
}
