package io.tidemark.app.notify;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.run.RunSource;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class AlertTextTest {

  private final AlertText text = new AlertText("http://127.0.0.1:8080");

  private JsonNode document(AlertNotice notice) throws IOException {
    return new JsonMapper()
        .readTree(AlertForm.of("", AlertForm.WEBHOOK, null).document(text.values(notice)));
  }

  @Test
  void theDocumentIsThatOfAlertmanager() throws IOException {
    JsonNode document = document(Notices.firing("DRAM of device 0 was 97 % full"));
    assertThat(document.path("version").asString()).isEqualTo("4");
    assertThat(document.path("status").asString()).isEqualTo("firing");
    JsonNode alert = document.path("alerts").path(0);
    assertThat(alert.path("labels").path("alertname").asString())
        .isEqualTo("TidemarkMemoryCritical");
    assertThat(alert.path("labels").path("run").asString()).isEqualTo("train.log#1");
    assertThat(alert.path("annotations").path("summary").asString())
        .isEqualTo("DRAM of device 0 was 97 % full");
    assertThat(alert.path("annotations").path("description").asString()).contains("checkpoint");
    assertThat(alert.path("startsAt").asString()).isEqualTo("1970-01-01T00:00:01Z");
    assertThat(alert.path("endsAt").asString()).isEqualTo("0001-01-01T00:00:00Z");
    assertThat(alert.path("generatorURL").asString()).isEqualTo("http://127.0.0.1:8080");
  }

  @Test
  void whatIsResolvedStatesItsEnd() throws IOException {
    JsonNode alert =
        document(
                new AlertNotice(
                    Notices.FULL,
                    Notices.alert(1, 3_000L, "full"),
                    AlertNotice.Status.RESOLVED,
                    null,
                    null,
                    null))
            .path("alerts")
            .path(0);
    assertThat(alert.path("status").asString()).isEqualTo("resolved");
    assertThat(alert.path("endsAt").asString()).isEqualTo("1970-01-01T00:00:03Z");
  }

  private static final Map<String, String> POD = Map.of("pod", "train-0");

  @Test
  void anOperatorsLabelsAndTheHostAreThoseOfTheAlertSoThatItCanBeRouted() throws IOException {
    AlertNotice plain = Notices.firing("full");
    AlertNotice labelled = Notices.of(new RunSource("g", 1, "node-7", null, POD, null));
    JsonNode alert = document(labelled).path("alerts").path(0);
    assertThat(alert.path("labels").path("label_pod").asString()).isEqualTo("train-0");
    assertThat(alert.path("labels").path("host").asString()).isEqualTo("node-7");
    assertThat(alert.path("fingerprint"))
        .isNotEqualTo(document(plain).path("alerts").path(0).path("fingerprint"));
  }

  @Test
  void theSameLabelsHaveTheSameIdAtBeginAndEnd() {
    Map<String, String> begun = text.values(Notices.firing("full"));
    AlertNotice resolved =
        new AlertNotice(
            Notices.FULL,
            Notices.alert(1, 3_000L, "was full"),
            AlertNotice.Status.RESOLVED,
            null,
            null,
            null);
    assertThat(text.values(resolved)).containsEntry("ALERT_ID", begun.get("ALERT_ID"));
    assertThat(text.values(Notices.of(new RunSource("g", 1, "node-7"))).get("ALERT_ID"))
        .isNotEqualTo(begun.get("ALERT_ID"));
  }
}
