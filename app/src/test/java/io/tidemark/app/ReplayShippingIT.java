package io.tidemark.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidemark.model.Samples;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests a complete log that is shipped through a running pipeline. */
@Tag("slow")
@Timeout(value = 8, unit = TimeUnit.MINUTES)
class ReplayShippingIT {

  private static final Path LOG = Samples.root().resolve("examples/tenstorrent.log");
  private static final String OUT_OF_MEMORY =
      "ALERTS{alertname=\"TidemarkOutOfMemory\",run=\"replay/tenstorrent.log#1\"}";

  @TempDir Path folder;
  private Apart programs = new Apart(Path.of(""));
  private int sink;

  @BeforeEach
  void begin() throws Exception {
    programs = new Apart(folder);
    programs.broker(0);
    programs.streams("one");
    sink = Program.port(programs.joined("sink", "--port", 0).awaitAddress("page and metrics on "));
  }

  @AfterEach
  void end() {
    programs.close();
  }

  private String replay(Object... arguments) throws Exception {
    Program replay = programs.joined("replay", arguments);
    assertThat(replay.exit()).describedAs(replay.complained()).isZero();
    return replay.printed();
  }

  private double sum(String start) throws InterruptedException {
    return Program.body("http://127.0.0.1:" + sink + "/metrics")
        .lines()
        .filter(line -> line.startsWith(start))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }

  @Test
  void theSameLogTwiceUnderOneNameIsOnceAndTheStateIsThatOfAWatch() throws Exception {
    double lines = Program.lines(LOG);
    String published = replay("--source", "tenstorrent.log", LOG);
    assertThat(published).startsWith("tenstorrent.log: %.0f lines, ".formatted(lines));
    String whole = programs.whole(LOG);
    await().atMost(Apart.PATIENCE).untilAsserted(() -> assertThat(state()).isEqualTo(whole));
    assertThat(sum("tidemark_run_start_timestamp_seconds{"))
        .isEqualTo(Instant.parse("2026-06-19T09:25:30.646Z").toEpochMilli() / 1000.0);

    replay("--source", "tenstorrent.log", LOG);

    await()
        .atMost(Apart.PATIENCE)
        .until(() -> sum("tidemark_lines_total{outcome=\"duplicate\"}"), twice -> twice == lines);
    assertThat(state()).isEqualTo(whole);
  }

  private String state() throws InterruptedException {
    return Program.body("http://127.0.0.1:" + sink + "/api/v1/state");
  }

  @Test
  void retimedItHappensNowAndTheRulesOfAPrometheusFire() throws Exception {
    Instant before = Instant.now();
    try (Prometheus prometheus = Prometheus.start(folder, scraping())) {
      replay("--retime", LOG);

      await()
          .atMost(Duration.ofMinutes(1))
          .until(() -> !prometheus.results(OUT_OF_MEMORY, Instant.now()).isEmpty());
      double start = sum("tidemark_run_start_timestamp_seconds{");
      assertThat(start).isBetween(seconds(before), seconds(Instant.now()));
      // The log's snapshots lie within thirty milliseconds, so the number of scraped ones is
      // random.
      assertThat(
              prometheus.samples(
                  "tidemark_memory_used_bytes{memory=\"DRAM\",run=\"replay/tenstorrent.log#1\"}[5m]",
                  Instant.now()))
          .isNotEmpty();
    }
  }

  private static double seconds(Instant time) {
    return time.toEpochMilli() / 1000.0;
  }

  private String scraping() {
    return """
        global: {scrape_interval: 250ms, evaluation_interval: 250ms}
        rule_files: ["%s"]
        scrape_configs:
          - job_name: tidemark
            static_configs: [{targets: ["127.0.0.1:%d"]}]
        """
        .formatted(
            Samples.root().resolve("sink/prometheus/rules/tidemark.yml").toAbsolutePath(), sink);
  }
}
