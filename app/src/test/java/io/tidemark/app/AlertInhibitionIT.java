package io.tidemark.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assumptions.abort;

import io.tidemark.model.Samples;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Tests which alerts a real Alertmanager inhibits with our configuration. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class AlertInhibitionIT {

  private static final JsonMapper JSON = new JsonMapper();
  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final String ALERTS =
      """
      [{"labels": {"alertname": "Full", "severity": "critical", "run": "a#1", "device": "0", "memory": "DRAM"}},
       {"labels": {"alertname": "Near", "severity": "warning", "run": "a#1", "device": "0", "memory": "DRAM"}},
       {"labels": {"alertname": "NearL1", "severity": "warning", "run": "a#1", "device": "0", "memory": "L1"}},
       {"labels": {"alertname": "NearOther", "severity": "warning", "run": "b#1", "device": "0", "memory": "DRAM"}},
       {"labels": {"alertname": "Lost", "severity": "critical"}},
       {"labels": {"alertname": "Lagging", "severity": "warning"}}]
      """;

  @TempDir Path folder;

  private Program alertmanager() throws IOException {
    ProcessBuilder command =
        new ProcessBuilder(
            "prometheus-alertmanager",
            "--config.file=" + Samples.root().resolve("sink/prometheus/alertmanager.yml"),
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

  @Test
  void aCriticalAlertSilencesTheWarningsOfItsOwnMemoryAlone() throws Exception {
    try (Program alertmanager = alertmanager()) {
      URI alerts =
          URI.create("http://127.0.0.1:%d/api/v2/alerts".formatted(alertmanager.awaitListening()));
      HttpRequest post =
          HttpRequest.newBuilder(alerts)
              .header("Content-Type", "application/json")
              .POST(HttpRequest.BodyPublishers.ofString(ALERTS))
              .build();
      assertThat(HTTP.send(post, HttpResponse.BodyHandlers.ofString()).statusCode()).isEqualTo(200);
      await()
          .atMost(Duration.ofMinutes(1))
          .untilAsserted(
              () ->
                  assertThat(inhibited(alerts))
                      .isEqualTo(
                          Map.of(
                              "Full", false,
                              "Near", true,
                              "NearL1", false,
                              "NearOther", false,
                              "Lost", false,
                              "Lagging", false)));
    }
  }

  private static Map<String, Boolean> inhibited(URI alerts) throws Exception {
    HttpRequest get = HttpRequest.newBuilder(alerts).build();
    Map<String, Boolean> inhibited = new TreeMap<>();
    for (JsonNode alert :
        JSON.readTree(HTTP.send(get, HttpResponse.BodyHandlers.ofString()).body())) {
      inhibited.put(
          alert.at("/labels/alertname").asString(), !alert.at("/status/inhibitedBy").isEmpty());
    }
    return inhibited;
  }
}
