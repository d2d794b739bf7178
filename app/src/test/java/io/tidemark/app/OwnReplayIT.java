package io.tidemark.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidemark.model.Samples;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests complete logs in a pipeline that a replay starts itself. */
@Tag("slow")
@Timeout(value = 8, unit = TimeUnit.MINUTES)
class OwnReplayIT {

  private static final Path JUNE =
      Samples.path("tenstorrent/ttxla_run_full_qwen3.6-27b_vllm_oom_ansi.log");
  private static final Path EXAMPLES = Samples.root().resolve("examples");
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final String FIRING =
      "ALERTS{alertname=\"TidemarkMemoryNearCapacity\",alertstate=\"firing\",run=~\"replay/.*#1\"}";

  @TempDir Path folder;
  private int programs;

  private Program replay(Object... arguments) throws Exception {
    Object[] all = new Object[arguments.length + 4];
    all[0] = "replay";
    all[1] = "--retime";
    all[2] = "--port";
    all[3] = 0;
    System.arraycopy(arguments, 0, all, 4, arguments.length);
    return Program.start(folder.resolve("replay" + programs++ + ".txt"), all);
  }

  private static int page(Program replay) throws Exception {
    return Program.port(replay.awaitAddress("page and metrics on "));
  }

  private static String scraping(int port) {
    return """
        global: {scrape_interval: 1s, evaluation_interval: 1s}
        rule_files: ["%s"]
        scrape_configs:
          - job_name: tidemark
            static_configs: [{targets: ["127.0.0.1:%d"]}]
        """
        .formatted(
            Samples.root().resolve("sink/prometheus/rules/tidemark.yml").toAbsolutePath(), port);
  }

  @Test
  void aRuleOfAPrometheusFiresOverALogOfLastJuneAndTheReplayEndsByItself() throws Exception {
    try (Program replay = replay("--speed", "max", "--linger", 20, JUNE);
        Prometheus prometheus = Prometheus.start(folder, scraping(page(replay)))) {
      await().atMost(PATIENCE).until(() -> !prometheus.results(FIRING, Instant.now()).isEmpty());
      assertThat(replay.exit()).describedAs(replay.complained()).isZero();
      assertThat(replay.complained())
          .endsWith("tidemark: all of it is delivered; shown for 20 s more, Ctrl-C ends it now\n")
          .doesNotContain("ReplicaManager", "MeterRegistry");
      // On a busy machine the first sends may precede the leader of a new partition.
      assertThat(replay.complained().lines().filter(line -> line.contains("Sender")))
          .allMatch(line -> line.matches(".*(NOT_LEADER_OR_FOLLOWER|NotLeaderOrFollower).*"));
      assertThat(replay.printed())
          .matches("(?s)page and metrics on http://127\\.0\\.0\\.1:\\d+\nreplay/ttxla_run_full.*")
          .contains(": %.0f lines, ".formatted(Program.lines(JUNE)));
    }
  }

  @Test
  void killedInTheMiddleOfTwoLogsItGoesOnWhenStartedAgainAndEachLineCountsOnce() throws Exception {
    Path logs = Files.createDirectory(folder.resolve("logs"));
    Path first = Files.copy(EXAMPLES.resolve("tenstorrent.log"), logs.resolve("a.log"));
    Path second = Files.copy(EXAMPLES.resolve("tpu-mlir.log"), logs.resolve("b.log"));
    double all = Program.lines(first) + Program.lines(second);
    Object data = folder.resolve("data");
    String glob = logs + "/*.log";
    // The first log spans twelve seconds, so at this speed it takes two minutes.
    try (Program replay = replay("--speed", "0.1", "--data", data, glob)) {
      int port = page(replay);
      await().atMost(PATIENCE).until(() -> lines(port, "fact|ignored|quoted|rejected") > 0);
      replay.kill();
      assertThat(replay.printed()).doesNotContain("replay/b.log");
    }
    try (Program replay = replay("--speed", "max", "--linger", 600, "--data", data, glob)) {
      int port = page(replay);
      await().atMost(PATIENCE).until(() -> replay.complained().contains("all of it is delivered"));
      assertThat(lines(port, "fact|ignored|quoted|rejected")).isEqualTo(all);
      assertThat(lines(port, "duplicate")).isBetween(1.0, Program.lines(first));
      assertThat(Program.body("http://127.0.0.1:" + port + "/api/v1/state"))
          .contains("\"replay/a.log#1\"", "\"replay/b.log#1\"")
          .doesNotContain("#2\"");
      assertThat(replay.stop()).isLessThan(Duration.ofSeconds(30));
    }
  }

  @Test
  void aContentThatComesAgainAfterAnotherOneOfItsNameIsDelivered() throws Exception {
    Path log = folder.resolve("x.log");
    Object data = folder.resolve("data");
    for (String content : List.of("tenstorrent.log", "tpu-mlir.log", "tenstorrent.log")) {
      Files.copy(EXAMPLES.resolve(content), log, StandardCopyOption.REPLACE_EXISTING);
      try (Program replay = replay("--speed", "max", "--linger", 0, "--data", data, log)) {
        await()
            .atMost(PATIENCE)
            .until(() -> replay.complained().contains("all of it is delivered"));
        assertThat(replay.exit()).describedAs(replay.complained()).isZero();
      }
    }
  }

  private static double lines(int port, String outcomes) throws InterruptedException {
    return Program.body("http://127.0.0.1:" + port + "/metrics")
        .lines()
        .filter(line -> line.matches("tidemark_lines_total\\{outcome=\"(" + outcomes + ")\"} .*"))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }
}
