package io.tidemark.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidemark.model.Samples;
import io.tidemark.model.wire.Json;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Prometheus fires what the metric says is active, and so does the page. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class OneSetOfAlertsIT {

  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final String MEMORY = "TidemarkMemory.*";

  @TempDir Path folder;

  /** A log that fails and whose next run grows and fills its memory; and an old one at rest. */
  private Path logs() throws IOException {
    Path logs = Files.createDirectory(folder.resolve("logs"));
    Path unpacked = folder.resolve("recorded.log");
    try (InputStream packed =
        new GZIPInputStream(
            Files.newInputStream(Samples.root().resolve("examples/demo/crashing.log.gz")))) {
      Files.copy(packed, unpacked);
    }
    FreshLog.copy(unpacked, logs.resolve("growing.log"));
    Path old = logs.resolve("old.log");
    Files.copy(Samples.root().resolve("examples/tenstorrent.log"), old);
    Files.setLastModifiedTime(old, FileTime.from(Instant.parse("2026-06-19T10:00:00Z")));
    return logs;
  }

  @Test
  void prometheusTheMetricAndThePageHaveOneSet() throws Exception {
    try (Program watch =
        Program.start(
            folder.resolve("watch.txt"),
            "watch",
            "--port",
            0,
            "--data",
            folder.resolve("data"),
            logs())) {
      String page = watch.awaitAddress("page and metrics on ");
      String config =
          """
          global: {scrape_interval: 1s, evaluation_interval: 1s}
          rule_files: ["%s"]
          scrape_configs:
            - job_name: tidemark
              static_configs: [{targets: ["127.0.0.1:%d"]}]
          """
              .formatted(
                  Samples.root().resolve("sink/prometheus/rules/tidemark.yml"), Program.port(page));
      try (Prometheus prometheus = Prometheus.start(folder, config)) {
        String growing = "TidemarkMemoryGrowing of DRAM, growing.log#2";
        await()
            .atMost(PATIENCE)
            .untilAsserted(
                () -> {
                  Set<String> said = page(page);
                  assertThat(said).contains(growing).noneMatch(one -> one.contains("old.log"));
                  assertThat(
                          series(
                              prometheus,
                              "alertname",
                              "ALERTS{alertstate='firing',alertname=~'" + MEMORY + "'}"))
                      .isEqualTo(said);
                  assertThat(
                          series(
                              prometheus,
                              "rule",
                              "tidemark_alert_active{rule=~'" + MEMORY + "'} == 1"))
                      .isEqualTo(said);
                });
      }
    }
  }

  private static Set<String> series(Prometheus prometheus, String name, String query)
      throws Exception {
    Set<String> found = new TreeSet<>();
    for (JsonNode series : prometheus.results(query, Instant.now())) {
      JsonNode labels = series.get("metric");
      found.add(
          one(
              labels.path(name).asString(""),
              labels.path("memory").asString(""),
              labels.path("run").asString("")));
    }
    return found;
  }

  private static Set<String> page(String address) throws Exception {
    Set<String> found = new TreeSet<>();
    for (JsonNode run : Json.MAPPER.readTree(Program.body(address + "/api/v1/board")).get("runs")) {
      for (JsonNode alert : run.path("alerts")) {
        String name = alert.path("alert").asString("");
        if (alert.path("active").asBoolean(false) && name.matches(MEMORY)) {
          found.add(one(name, alert.path("memory").asString(""), run.get("id").asString("")));
        }
      }
    }
    return found;
  }

  private static String one(String alert, String memory, String run) {
    return alert + " of " + memory + ", " + run;
  }
}
