package io.tidemark.app.shown;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Files of compose/ must equal their originals beside the sink, except for known differences. */
class ComposeCopiesTest {

  private static Map<String, Object> yaml(String path) throws IOException {
    return ComposeFile.yaml(Files.readString(ComposeFile.path(path)));
  }

  @Test
  void prometheusDiffersInItsTargetsAlone() throws IOException {
    Map<String, Object> ours = yaml("sink/prometheus/prometheus.yml");
    Map<String, Object> copy = yaml("compose/prometheus.yml");
    for (Map<String, Object> each : List.of(ours, copy)) {
      assertThat(each.remove("scrape_configs").toString()).contains("job_name=tidemark");
      assertThat(each).containsKey("alerting");
      each.remove("alerting");
    }
    assertThat(copy.remove("rule_files")).isEqualTo(List.of("rules/*.yml", "programs.yml"));
    assertThat(ours.remove("rule_files")).isEqualTo(List.of("rules/*.yml"));
    assertThat(copy).isEqualTo(ours);
  }

  @Test
  @SuppressWarnings("unchecked")
  void alertmanagerWithAWebhookDiffersInItsReceiverAlone() throws IOException {
    Map<String, Object> ours = yaml("sink/prometheus/alertmanager.yml");
    Map<String, Object> copy = yaml("compose/alertmanager-webhook.yml");
    assertThat(ours.remove("receivers")).isEqualTo(List.of(Map.of("name", "nobody")));
    assertThat(copy.remove("receivers").toString())
        .contains("name=webhook", "url_file=/tmp/webhook");
    ((Map<String, Object>) ours.get("route")).put("receiver", "webhook");
    assertThat(copy).isEqualTo(ours);
  }
}
