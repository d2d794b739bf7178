package io.tidemark.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assumptions.abort;

import io.tidemark.model.Samples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests alerts from a line of a log on one host to a webhook of another, and their end when the
 * next run begins.
 */
@Tag("slow")
@Timeout(value = 8, unit = TimeUnit.MINUTES)
class AlertDeliveryIT {

  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final String NEAR = "TidemarkMemoryNearCapacity node-7/growing.log#1";
  private static final String CRITICAL = "TidemarkMemoryCritical node-7/growing.log#1";
  private static final String FAILED = "TidemarkOutOfMemory node-7/growing.log#1";

  @TempDir Path folder;

  private static void append(Path log, List<String> lines) throws IOException {
    Files.write(log, lines, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  /** Alertmanager with our configuration, but with a receiver and shorter intervals. */
  private Program alertmanager(Webhook webhook) throws IOException {
    String ours = Files.readString(Samples.root().resolve("sink/prometheus/alertmanager.yml"));
    assertThat(ours).contains("- name: nobody\n").contains("group_interval: 15s");
    String receiver =
        "- name: nobody\n    webhook_configs: [{url: \"%s\", send_resolved: true}]\n"
            .formatted(webhook.url());
    Path config =
        Files.writeString(
            folder.resolve("alertmanager.yml"),
            ours.replace("group_interval: 15s", "group_interval: 1s")
                .replace("- name: nobody\n", receiver));
    ProcessBuilder command =
        new ProcessBuilder(
            "prometheus-alertmanager",
            "--config.file=" + config,
            "--storage.path=" + folder.resolve("alertmanager"),
            "--web.listen-address=127.0.0.1:0",
            "--cluster.listen-address=");
    try {
      return Program.of(command, folder.resolve("alertmanager.txt"));
    } catch (IOException e) {
      assertNull(System.getenv("CI"), e.getMessage());
      return abort("no prometheus-alertmanager on this machine: " + e.getMessage());
    }
  }

  /** Our rules, with a shorter time until an alert of an ended run ends. */
  private Path rules() throws IOException {
    String ours = Files.readString(Samples.root().resolve("sink/prometheus/rules/tidemark.yml"));
    assertThat(ours).contains("seconds) < 900)");
    return Files.writeString(
        folder.resolve("rules.yml"), ours.replace("seconds) < 900)", "seconds) < 10)"));
  }

  /** Follows the log as another host would; returns the sink. */
  private static Program pipeline(Apart programs, Path log) throws Exception {
    programs.broker(0);
    programs.streams("one");
    programs.ingest("--host-name", "node-7", log);
    return programs.sink();
  }

  private String prometheus(Program sink, Program alertmanager) throws IOException {
    int page = Program.port(sink.awaitAddress("page and metrics on "));
    return """
    global: {scrape_interval: 1s, evaluation_interval: 1s}
    rule_files: ["%s"]
    scrape_configs:
      - job_name: tidemark
        static_configs: [{targets: ["127.0.0.1:%d"]}]
    alerting:
      alertmanagers:
        - static_configs: [{targets: ["127.0.0.1:%d"]}]
    """
        .formatted(rules(), page, alertmanager.awaitListening());
  }

  @Test
  void aRunThatFillsItsMemoryIsToldOfAndTheNextOneEndsTheAlarm() throws Exception {
    Path recorded = Samples.root().resolve("examples/tenstorrent.log");
    List<String> lines = FreshLog.text(recorded).lines().toList();
    int full = 0;
    while (!lines.get(full).contains("totalBytesAllocatedPerBank: 974.332")) {
      full++;
    }
    List<String> calm = lines.subList(0, full - 1);
    Path log = folder.resolve("growing.log");
    append(log, calm);
    try (Apart programs = new Apart(folder);
        Webhook webhook = Webhook.start();
        Program alertmanager = alertmanager(webhook);
        Prometheus prometheus =
            Prometheus.start(folder, prometheus(pipeline(programs, log), alertmanager))) {
      String used = "tidemark_memory_used_bytes{memory=\"DRAM\"} > 0";
      await().atMost(PATIENCE).until(() -> !prometheus.results(used, Instant.now()).isEmpty());
      assertThat(webhook.published()).doesNotContainKeys(NEAR, CRITICAL, FAILED);

      append(log, lines.subList(full - 1, lines.size()));

      Map<String, String> published = webhook.published();
      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () -> {
                assertThat(published.get(CRITICAL)).startsWith("firing: DRAM of device 0 was 9");
                assertThat(published.get(FAILED)).startsWith("firing: an allocation in DRAM");
              });

      append(log, calm);

      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () ->
                  assertThat(List.of(published.get(CRITICAL), published.get(FAILED)))
                      .allMatch(state -> state.startsWith("resolved: ")));
      assertThat(published.keySet()).noneMatch(alert -> alert.endsWith("growing.log#2"));
      assertThat(webhook.hosts()).containsExactly("node-7");
      programs.assertAllAlive();
      assertThat(alertmanager.alive()).isTrue();
    }
  }
}
