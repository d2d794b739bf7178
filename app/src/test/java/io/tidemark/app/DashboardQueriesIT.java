package io.tidemark.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidemark.app.simulate.Format;
import io.tidemark.app.simulate.Scenario;
import io.tidemark.app.simulate.Simulated;
import io.tidemark.model.Samples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Runs every query of every dashboard in a real Prometheus that scrapes a real watch. */
@Tag("slow")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class DashboardQueriesIT {

  private static final JsonMapper JSON = new JsonMapper();
  private static final Pattern VALUES =
      Pattern.compile("label_values\\((.+), \\w+\\)|query_result\\((.+)\\)");

  /** Panels for which no log of this test, or only some, have figures. */
  private static final Set<String> MAY_BE_EMPTY =
      Set.of(
          "Rise per submission",
          "Against the last run",
          "Against the last good runs",
          "Lines that broke",
          "Analysis failed",
          "Gaps and unreadable records over time",
          "Files not read to their end",
          "Bytes that are no lines",
          "Several writers, and names turned away",
          "Remote write and OTLP");

  /**
   * Parts of queries about data that these logs lack: an end, broken lines, a memory without a
   * capacity or a block, no stated use; and a Kafka apart.
   */
  private static final List<String> NOT_IN_THE_LOGS =
      List.of(
          "tidemark_run_end_timestamp_seconds",
          "tidemark_kafka_silent_seconds",
          "unless on (device)",
          "unless on () max(last_over_time(tidemark_run_memory_peak_bytes",
          "unless on () (max(last_over_time(tidemark_run_memory_peak_bytes",
          "unless on () max(last_over_time(tidemark_memory_used_bytes",
          "outcome=\\\"rejected\\\"");

  private static final List<String> LOGS =
      List.of(
          "tenstorrent/ttxla_run_full_qwen3.6-27b_vllm_oom_ansi.log",
          "tenstorrent/SYNTHETIC_operation_level_debug_ansi.log",
          "tpu-mlir/reconstructed/A_depthnet_8settings.log",
          "tt-train/pr50909_excerpt.log");

  @TempDir Path folder;

  @Test
  void everyQueryAnswersAndNoneIsEmptyThatDoesNotSayIt() throws Exception {
    List<Object> watch = new ArrayList<>(List.of("watch", "--port", 0));
    watch.addAll(List.of("--data", folder.resolve("tidemark")));
    for (String log : LOGS) {
      watch.add(FreshLog.copy(Samples.path(log), folder.resolve(Path.of(log).getFileName())));
    }
    byte[] submissions = Simulated.bytes(Format.TENSTORRENT, Scenario.STEADY, 4_000, 1);
    watch.add(Files.write(folder.resolve("submissions.log"), submissions));
    try (Program program = Program.start(folder.resolve("watch.txt"), watch.toArray());
        Prometheus prometheus = Prometheus.start(folder, scraping(page(program)))) {
      assertThat(program.alive()).isTrue();
      String twice = "count_over_time(tidemark_memory_used_bytes[1m]) > 2";
      String all =
          "tidemark_plan_peak_bytes and on() tidemark_phase_bytes and on()"
              + " tidemark_out_of_memory_timestamp_seconds and on() ("
              + twice
              + ")";
      await()
          .atMost(2, TimeUnit.MINUTES)
          .until(() -> !prometheus.results(all, Instant.now()).isEmpty());

      List<String> empty = new ArrayList<>();
      for (String name : List.of("overview", "run", "ops", "pipeline")) {
        JsonNode dashboard =
            JSON.readTree(
                Files.readString(
                    Samples.root()
                        .resolve("grafana")
                        .resolve("dashboards")
                        .resolve(name + ".json")));
        for (JsonNode variable : dashboard.at("/templating/list")) {
          Matcher values = VALUES.matcher(variable.at("/query/query").asString(""));
          if (values.matches()) {
            String query = values.group(1) == null ? values.group(2) : values.group(1);
            if (answers(prometheus, query) == 0) {
              empty.add(name + ": variable " + variable.get("name"));
            }
          }
        }
        for (JsonNode target : dashboard.findParents("expr")) {
          answers(prometheus, target.get("expr").asString());
        }
        for (JsonNode panel : dashboard.findParents("targets")) {
          for (JsonNode target : panel.get("targets")) {
            int answers = answers(prometheus, target.get("expr").asString());
            if (answers == 0
                && !MAY_BE_EMPTY.contains(panel.get("title").asString())
                && NOT_IN_THE_LOGS.stream().noneMatch(target.get("expr").toString()::contains)) {
              empty.add(name + ": " + panel.get("title") + ": " + target.get("expr"));
            }
          }
        }
      }
      assertThat(empty).isEmpty();
    }
  }

  /** The number of series with a figure. */
  private static int answers(Prometheus prometheus, String query) throws Exception {
    String asked =
        query
            .replace("run=\"$run\"", "run=~\".+\"")
            .replaceAll("\\$(job|instance|run|host|device|memory|page)\\b", ".+")
            .replace("$__rate_interval", "1m")
            .replace("$__range", "5m");
    int figures = 0;
    for (JsonNode series : prometheus.results(asked, Instant.now())) {
      figures += series.get("value").get(1).asString().equals("NaN") ? 0 : 1;
    }
    return figures;
  }

  private static int page(Program watch) throws IOException {
    return Program.port(watch.awaitAddress("page and metrics on "));
  }

  private static String scraping(int port) {
    return """
        global: {scrape_interval: 1s}
        scrape_configs:
          - job_name: tidemark
            static_configs: [{targets: ["127.0.0.1:%d"]}]
        """
        .formatted(port);
  }
}
