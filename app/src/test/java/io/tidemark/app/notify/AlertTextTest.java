package io.tidemark.app.notify;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.run.RunSource;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class AlertTextTest {

  private final AlertText text = new AlertText("http://127.0.0.1:8080");

  private JsonNode document(AlertNotice notice) {
    return new JsonMapper().readTree(text.document(notice));
  }

  @Test
  void theDocumentIsThatOfAlertmanager() {
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
  void whatIsResolvedStatesItsEnd() {
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
  void anOperatorsLabelsAndTheHostAreThoseOfTheAlertSoThatItCanBeRouted() {
    AlertNotice plain = Notices.firing("full");
    AlertNotice labelled = Notices.of(new RunSource("g", 1, "node-7", null, POD, null));
    JsonNode alert = document(labelled).path("alerts").path(0);
    assertThat(alert.path("labels").path("label_pod").asString()).isEqualTo("train-0");
    assertThat(alert.path("labels").path("host").asString()).isEqualTo("node-7");
    assertThat(alert.path("fingerprint"))
        .isNotEqualTo(document(plain).path("alerts").path(0).path("fingerprint"));
  }

  /** The fingerprint that Alertmanager 0.25 returns for an alert with these labels. */
  @Test
  void aFingerprintIsThatOfAlertmanager() {
    assertThat(AlertText.LabelHash.of(AlertText.labels(Notices.firing("full"))))
        .isEqualTo("bbe88f3c2a3bf463");
    assertThat(AlertText.LabelHash.of(Map.of("b", "2", "a", "1")))
        .isEqualTo(AlertText.LabelHash.of(Map.of("a", "1", "b", "2")))
        .isNotEqualTo(AlertText.LabelHash.of(Map.of("a", "12", "b", "")));
  }
}
